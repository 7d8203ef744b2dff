import Graft

public protocol Named {}
public protocol Aged {}
public typealias Both = Named & Aged
public protocol Marked {}
public protocol Heavy {}
public protocol Holder { associatedtype Item }
public protocol Lock { associatedtype Key }

public class Crate<Content> {}
public final class OfInts: Crate<Int>, Shape {}
public final class OfStrings: Crate<String>, Shape {}
public final class OfPriorities: Crate<TaskPriority>, Shape {}
public final class Passing<Content>: Crate<[Content]>, Shape {}

extension Crate: Marked where Content: Comparable {}

public struct Pair<First, Second>: Shape {}
public struct Hashed<Element: Hashable>: Shape, Holder { public typealias Item = Element }
public struct Open<Element>: Shape, Holder { public typealias Item = Element }

public struct Coded: Shape, Holder { public typealias Item = Int }
public struct Uncoded: Shape, Holder { public typealias Item = Crate<Int> }
public struct Safe: Shape, Holder, Lock, Heavy {
  public typealias Item = [Int]
  public typealias Key = [Int]
}
public struct Person: Shape, Named, Aged {}
public struct Stone: Shape, Aged {}
extension String: @retroactive Shape {}
extension Array: @retroactive Shape {}

final class OfIntCrate<Subject: Shape & Crate<Int>>: ShapeExtension<Subject> {}
final class OfCoded<Subject: Shape & Holder>: ShapeExtension<Subject>
where Subject.Item: Codable {}
final class OfHashable<Subject: Shape & Holder>: ShapeExtension<Subject>
where Subject.Item: Hashable {}
// The compiler drops constraints that others imply.
final class OfInt<Subject: Shape & Holder>: ShapeExtension<Subject>
where Subject.Item == Int, Subject.Item: Hashable {}
final class OfMarked<Subject: Shape & Marked>: ShapeExtension<Subject> {}
final class OfKey<Subject: Shape & Holder & Lock>: ShapeExtension<Subject>
where Subject.Item == Subject.Key {}
final class OfList<Subject: Shape & Holder & Lock & Heavy>: ShapeExtension<Subject>
where Subject.Item == [Int] {}
final class OfBoth<Subject: Shape & Both>: ShapeExtension<Subject> {}
final class OfAged<Subject: Shape & Aged>: ShapeExtension<Subject> {}
final class OfCharacters<Subject: Shape & Collection>: ShapeExtension<Subject>
where Subject.Element == Character {}
final class Plain<Subject: Shape>: ShapeExtension<Subject> {}
