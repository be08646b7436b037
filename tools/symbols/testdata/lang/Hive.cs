using System;
#region class No {
namespace Bees.Hive {
    [Serializable, Obsolete("class No {")]
    public sealed partial class Queen<T> : Base<T>, IFly where T : class, new() {
        private readonly Dictionary<string, List<int>> table = new() { ["a"] = null };
        public const int Limit = 10, Other = 20;
        public string Name { get; private set; } = "x";
        public int Size => table.Count;
        public event EventHandler<Args> Changed;
        public Queen(int n) : base(n) { var local = n; }
        ~Queen() { }
        public async Task<T> LayAsync<U>(U eggs, params int[] rest) where U : struct { void Local() { } return default; }
        public int Add(int a, int b) => a + b;
        public static bool operator ==(Queen<T> a, Queen<T> b) { return true; }
        string path = @"c:\", text = $"{(true ? "}" : "{")} class No {{", raw = """ class No { """;
        enum Color { Red, [Mark] Green = 2, Blue }
        struct Point { public int X, Y; }
        abstract void Later();
    }
    public interface IFly { void Fly(); int Speed { get; } }
    public record Person(string Name, int Age);
    public delegate void Handler(object sender);
#if DEBUG
    static class Extensions { public static int Twice(this int n) { return n; } }
#endif
}
#endregion
