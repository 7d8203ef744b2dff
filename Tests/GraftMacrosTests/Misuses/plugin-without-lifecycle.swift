import Graft

@Plugin(name: "A", version: "1")
enum A {
  static func onLoad(_ image: ExtensionImage) throws {}
  static func onWithdraw(_ image: ExtensionImage) {}
}

@Plugin(name: "B", version: "1")
final class B: Base, Sendable {
  class func onWithdraw(_ image: ExtensionImage) {}
}

@Plugin(name: "C", version: "1")
struct C: Sendable & Graft.ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) {}
}

@Plugin(name: "D", version: "1")
struct D {
  func onLoad() {}
}
