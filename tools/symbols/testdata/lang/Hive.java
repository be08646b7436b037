package org.bees.hive;
import java.util.*;
/** class No {} */
@Deprecated(since = "class No {")
public final class Hive<T extends Comparable<? super T>> extends Base<Map<String, T>> implements Runnable, Fly {
    private static final Map<String, List<Integer>> TABLE = new HashMap<>() {{ put("a", null); }};
    int a, b[] = {1, 2}, c = f(1, 2);
    static { int local = 1; }
    protected volatile char q = '"', r = '\'';
    public Hive(int x) throws java.io.IOException { super(); int y = x; Runnable z = () -> { }; }
    @Override @SuppressWarnings({"x", "y"})
    public <U extends T> Map<String, U> convert(final U in, int... rest) { class Local { void no() {} } return null; }
    abstract void later();
    native int[] array()[];
    String text = """
        class No { void no() {} }
        """;
    enum Color implements Fly { RED(1) { void x() {} }, @Deprecated GREEN, BLUE; private final int n = 0; Color(int n) { } int get() { return n; } }
    interface Shape { int SIDES = 4; double area(); default void draw() { } }
    @interface Mark { String value() default "x"; int[] list() default {}; }
    record Point<N>(int x, int y) implements Fly { Point { } static Point<?> of() { return null; } }
    sealed interface S permits A, B { }
    void last() { if (a < b[0]) { } for (;;) { break; } }
}
enum Single { ONE, TWO }
