import Graft

public struct Tag {}
public struct Guest: Greeter, Named, Aged {}
public struct Stranger: Greeter {}
public struct Mayor: Host {}
public struct Box: Greeter, Holder { public typealias Item = Tag }
public struct Crate<Item>: Greeter {}

public class Animal { public init() {} }
public final class Dog: Animal, Greeter {
  public func greet() {}
}

final class Plain<Subject: Greeter>: GreeterExtension<Subject> {}
final class OfHost<Subject: Host>: GreeterExtension<Subject> {}
final class OfAnimal<Subject: Greeter & Animal>: GreeterExtension<Subject> {}
final class OfTag<Subject: Greeter & Holder>: GreeterExtension<Subject> where Subject.Item == Tag {}
final class ForNamed<Subject: Greeter & Named>: GreeterExtension<Subject> {}
final class ForAged<Subject: Greeter & Aged>: GreeterExtension<Subject> {}
