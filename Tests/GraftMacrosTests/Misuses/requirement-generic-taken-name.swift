@Extensible
public protocol Greeter {
  func greet<Subject>(_ subject: Subject)
  static func make<Greeter>(_ greeter: Greeter) -> Int
  subscript<_Base: Hashable>(base: _Base) -> Int { get }
}

enum Outer {
  @Extensible
  protocol Visitor {
    func visit<Outer>(_ place: Outer)
  }
}
