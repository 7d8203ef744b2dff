import Graft

public protocol Named {}
public protocol Aged {}
public typealias Both = Named & Aged
public protocol Holder { associatedtype Item }

public class Crate<Content> {}
public final class OfInts: Crate<Int>, Shape {}
public final class OfStrings: Crate<String>, Shape {}
public final class Passing<Content>: Crate<[Content]>, Shape {}

public struct Pair<First, Second>: Shape {}
public struct Hashed<Element: Hashable>: Shape, Holder { public typealias Item = Element }
public struct Open<Element>: Shape, Holder { public typealias Item = Element }

public struct Coded: Shape, Holder { public typealias Item = Int }
public struct Uncoded: Shape, Holder { public typealias Item = Crate<Int> }
public struct Person: Shape, Named, Aged {}
public struct Stone: Shape, Aged {}
extension String: @retroactive Shape {}
extension Array: @retroactive Shape {}

final class OfIntCrate<Subject: Shape & Crate<Int>>: ShapeExtension<Subject> {}
final class OfCoded<Subject: Shape & Holder>: ShapeExtension<Subject>
where Subject.Item: Codable {}
final class OfHashable<Subject: Shape & Holder>: ShapeExtension<Subject>
where Subject.Item: Hashable {}
final class OfBoth<Subject: Shape & Both>: ShapeExtension<Subject> {}
final class OfAged<Subject: Shape & Aged>: ShapeExtension<Subject> {}
final class OfCharacters<Subject: Shape & Collection>: ShapeExtension<Subject>
where Subject.Element == Character {}
final class Plain<Subject: Shape>: ShapeExtension<Subject> {}
