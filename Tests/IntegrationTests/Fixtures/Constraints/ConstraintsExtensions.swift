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
