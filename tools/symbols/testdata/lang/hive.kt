package org.bees
import x.y.*
const val LIMIT = 10
val lazyValue: String by lazy { "fun no() { ${f("}")} }" }
var counter = 0
    private set
typealias Handler<T> = (T) -> Unit
annotation class Mark(val why: String)
sealed class Shape(open val name: String, private var size: Int = 1) : Base(name), Fly {
    object Dot : Shape("dot")
    data class Circle(val radius: Double) : Shape("circle")
    companion object { const val TAG = "x"; fun create(): Shape = Dot }
    abstract fun area(): Double
    override val sides: Int get() = 4
    lateinit var late: String
    init { val local = 1 }
    constructor(n: Int) : this("n") { }
    inner class Nested { fun deep() { fun helper() {} } }
    operator fun plus(o: Shape) = this
}
enum class Color(val rgb: Int) { RED(1), GREEN(2) { override fun x() = 1 }, BLUE(3); fun hex() = "" }
interface Fly { fun fly(); val speed: Int }
fun interface Action { fun run() }
data object Single
inline fun <reified T : Any> List<T>.second(): T where T : Fly { return this[1] }
suspend fun fetch(block: suspend (Int) -> Unit = {}): Result<String> = coroutineScope { val r = 1; Result.success("") }
fun `with spaces`() { }
val String.tail: Char get() = last()
private fun <T> T.also(f: (T) -> Unit): T { f(this); return this }
val (x, y) = pair
