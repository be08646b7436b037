import Foundation
/* func no() /* nested */ {} */
let limit = 10, plain: Int = 3
var counter: Int { get { 1 } set { } }
typealias Handler<T> = (T) -> Void
public protocol Fly: AnyObject { associatedtype Out; func fly() -> Out; var speed: Int { get } }
@objc open class Queen<T>: Base, Fly where T: Equatable {
    static let shared = Queen()
    @Published private(set) var name: String = "func no() { \(f("}")) }"
    class func make() -> Queen { let local = 1; return Queen() }
    init(name: String) { self.name = name }
    override func fly() -> Int { func inner() {} ; return 1 }
    subscript(i: Int) -> Int { return i }
    struct Nested { var deep = 1 }
    deinit { }
}
indirect enum Shape: String, CaseIterable { case dot, circle(radius: Double); case poly = "x"; func area() -> Double { switch self { case .dot: return 0; default: return 1 } } }
extension Queen: CustomStringConvertible { var description: String { return "" } ; func extended() {} }
actor Worker { func work() async throws -> Int { 1 } }
struct Point { let x, y: Int }
func generic<T: Fly>(_ f: @escaping (T) -> Void = { _ in }) rethrows -> some View { let raw = #"func no() {"#; return EmptyView() }
func `default`() {}
