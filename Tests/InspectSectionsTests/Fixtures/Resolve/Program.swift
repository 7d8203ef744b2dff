import Graft

public struct Guest: Greeter, Named, Aged {}
public struct Stranger: Greeter {}
public struct Mayor: Host {}
public struct Crate<Item>: Greeter {}
public struct Box: Greeter, Holder { public typealias Item = Int }

public class Animal {}
public final class Dog: Animal, Greeter {
  public func greet(_ other: String) -> String { "wuff" }
}

final class Plain<Subject: Greeter>: GreeterExtension<Subject> {}
final class OfHost<Subject: Host>: GreeterExtension<Subject> {}
final class OfAnimal<Subject: Greeter & Animal>: GreeterExtension<Subject> {}
final class OfIntItem<Subject: Greeter & Holder>: GreeterExtension<Subject>
where Subject.Item == Int {}
final class OfHashableItem<Subject: Greeter & Holder>: GreeterExtension<Subject>
where Subject.Item: Hashable {}
