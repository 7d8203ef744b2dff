import ConstraintsAPI
import Graft

@Extension
final class Default<Subject: Thing>: ThingExtension<Subject> {
  override func several(_ subject: Subject) -> String { "default" }
  override func superclass(_ subject: Subject) -> String { "default" }
  override func sameType(_ subject: Subject) -> String { "default" }
  override func parameterised(_ subject: Subject) -> String { "default" }
  override func associated(_ subject: Subject) -> String { "default" }
  override func object(_ subject: Subject) -> String { "default" }
  override func predicate(_ subject: Subject) -> String { "default" }
  override func name(_ subject: Subject) -> String { "default" }
  override func module(_ subject: Subject) -> String { "default" }
  override func existential(_ subject: Subject) -> String { "default" }
  override func path(_ subject: Subject) -> String { "default" }
}

// Several protocols: both are more specific than either.

@Extension
final class OfNamed<Subject: Thing & Named>: ThingExtension<Subject> {
  override func several(_ subject: Subject) -> String {
    super.several(subject) + ", named \(subject.name)"
  }
}

@Extension
final class OfNamedAndAged<Subject: Thing>: ThingExtension<Subject>
where Subject: Named, Subject: Aged {
  override func several(_ subject: Subject) -> String {
    super.several(subject) + ", aged \(subject.age)"
  }
}

// Superclasses: a subclass is more specific.

@Extension
final class OfFurniture<Subject: Thing & Furniture>: ThingExtension<Subject> {
  override func superclass(_ subject: Subject) -> String {
    super.superclass(subject) + ", furniture"
  }
}

@Extension
final class OfChair<Subject: Thing & Chair>: ThingExtension<Subject> {
  override func superclass(_ subject: Subject) -> String { super.superclass(subject) + ", chair" }
}

// The same type, of the subject and of its associated type.

@Extension
final class OfIntItem<Subject: Thing & Box>: ThingExtension<Subject> where Subject.Item == Int {
  override func sameType(_ subject: Subject) -> String {
    super.sameType(subject) + ", item \(subject.item + 1)"
  }
}

@Extension
final class OfItemArray<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item == [String] {
  override func sameType(_ subject: Subject) -> String {
    super.sameType(subject) + ", \(subject.item.count) items"
  }
}

// Parameterised protocols: `Box<Int>` is more specific than `Box`.

@Extension
final class OfBox<Subject: Thing & Box>: ThingExtension<Subject> {
  override func parameterised(_ subject: Subject) -> String {
    super.parameterised(subject) + ", box"
  }
}

@Extension
final class OfBoxOfInt<Subject: Thing & Box<Int>>: ThingExtension<Subject> {
  override func parameterised(_ subject: Subject) -> String {
    super.parameterised(subject) + ", box of Int \(subject.item + 1)"
  }
}

@Extension
final class OfCrateOfInt<Subject: Thing>: ThingExtension<Subject> where Subject: Crate<Int> {
  override func parameterised(_ subject: Subject) -> String {
    super.parameterised(subject) + ", crate of Int"
  }
}

@Extension
final class OfCrateOfString<Subject: Thing>: ThingExtension<Subject> where Subject: Crate<String> {
  override func parameterised(_ subject: Subject) -> String {
    super.parameterised(subject) + ", crate of String"
  }
}

// Conformances of associated types.

@Extension
final class OfHashableItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Hashable {
  override func associated(_ subject: Subject) -> String {
    super.associated(subject) + ", \(Set([subject.item]).count) item"
  }
}

@Extension
final class OfNumberItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: FixedWidthInteger {
  override func associated(_ subject: Subject) -> String {
    super.associated(subject) + " of \(Subject.Item.bitWidth) bits"
  }
}

// Objects.

@Extension
final class OfObject<Subject: Thing & AnyObject>: ThingExtension<Subject> {
  override func object(_ subject: Subject) -> String { super.object(subject) + ", object" }
}

// Predicates: one more constraint, which only itself implies.

@Extension
final class OfLongName<Subject: Thing>: ThingExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { "\(subject)".count > 5 }
  override func predicate(_ subject: Subject) -> String { super.predicate(subject) + ", long" }
}

@Extension
final class OfLongNameAndAge<Subject: Thing & Aged>: ThingExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { "\(subject)".count > 5 }
  override func predicate(_ subject: Subject) -> String { "never: in conflict" }
}

// Class-bound protocols: more specific than `AnyObject`.

@Extension
final class OfBound<Subject: Thing & Bound>: ThingExtension<Subject> {
  override func object(_ subject: Subject) -> String { super.object(subject) + ", bound" }
}

// Protocols with the same last name, in one module and in two.

@Extension
final class OfOuterNamed<Subject: Thing & Named>: ThingExtension<Subject> {
  override func name(_ subject: Subject) -> String { super.name(subject) + ", named" }
}

@Extension
final class OfInnerNamed<Subject: Thing & Space.Named>: ThingExtension<Subject> {
  override func name(_ subject: Subject) -> String { super.name(subject) + ", in space" }
}

@Extension
final class OfBothNamed<Subject: Thing & Named & Space.Named>: ThingExtension<Subject> {
  override func name(_ subject: Subject) -> String { super.name(subject) + ", both" }
}

public protocol Marked {}

@Extension
final class OfMarked<Subject: Thing & Marked>: ThingExtension<Subject> {
  override func module(_ subject: Subject) -> String { super.module(subject) + ", here" }
}

@Extension
final class OfBothMarked<Subject: Thing & ConstraintsAPI.Marked>: ThingExtension<Subject>
where Subject: Marked {
  override func module(_ subject: Subject) -> String { super.module(subject) + ", both" }
}

// Existential types, which conform to nothing but to themselves, and seldom.

@Extension
final class OfErrorItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Error {
  override func existential(_ subject: Subject) -> String {
    super.existential(subject) + ", error"
  }
}

@Extension(priority: 1)
final class OfObjectItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: AnyObject {
  override func existential(_ subject: Subject) -> String {
    super.existential(subject) + ", object"
  }
}

@Extension(priority: 2)
final class OfNamedItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Named {
  override func existential(_ subject: Subject) -> String {
    super.existential(subject) + ", named"
  }
}

@Extension(priority: 3)
final class OfFurnitureItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Furniture {
  override func existential(_ subject: Subject) -> String {
    super.existential(subject) + ", furniture"
  }
}

@Extension(priority: 4)
final class OfEquatableItem<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Equatable {
  override func existential(_ subject: Subject) -> String {
    super.existential(subject) + ", equatable"
  }
}

// Paths of several associated types.

@Extension
final class OfIntElement<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Collection, Subject.Item.Element == Int {
  override func path(_ subject: Subject) -> String {
    super.path(subject) + ", sum \(subject.item.reduce(0, +))"
  }
}

@Extension
final class OfHashableElement<Subject: Thing & Box>: ThingExtension<Subject>
where Subject.Item: Collection, Subject.Item.Element: Hashable {
  override func path(_ subject: Subject) -> String {
    super.path(subject) + ", hashable elements"
  }
}

@Extension
final class OfDeepElement<Subject: Thing & Box>: ThingExtension<Subject>
where
  Subject.Item: Collection, Subject.Item.Element: Collection,
  Subject.Item.Element.Element == String
{
  override func path(_ subject: Subject) -> String {
    super.path(subject) + ", \(subject.item.count) lists of strings"
  }
}
