// As much of Graft as its files show of it.

public protocol ExtensionBase { associatedtype _Support }

public protocol Shape { func area() -> Int }

extension Shape {
  public func area() -> Int { 0 }
}

public enum _GraftShape {
  case area
}

open class ShapeExtension<Subject: Shape>: ExtensionBase {
  public typealias _Support = _GraftShape

  public init() {}
}
