import Graft

/// Knows nothing of advice: its closures are called like any others.
struct Button {
  let title: String
  let pressed: Closure<Int, String>
  let price = Closure<Double, Double> { $0 * 2 }

  func press(_ times: Int) { print("\(title): \(pressed(times)), \(price(Double(times)))") }
}

/// Prints the arguments of every such closure, whatever their types are.
@Advice(protocols: "StoredClosure")
final class Watch: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    print("  called with", call.arguments.map { "\($0.value ?? "?")" }.joined(separator: ", "))
    try proceed()
  }
}

let save = Button(title: "Save", pressed: Closure { "pressed \($0) times" })
let open = Button(title: "Open", pressed: Closure { "pressed \($0) times" })
save.press(1)
open.press(1)

print("replaced:")
let points = StoredClosureExtension<Closure<Int, String>>.joinPoints
let token = try points.callAsFunction.around { closure, times, proceed in
  // The body of one property's closure, which calls the old one on.
  closure === save.pressed ? "not " + proceed(times + 10) : proceed(times)
}
save.press(2)
open.press(2)

print("undone:")
try token.remove()
save.press(3)
