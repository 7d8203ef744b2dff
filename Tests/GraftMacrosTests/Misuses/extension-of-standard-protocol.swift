@Extension
final class Emptying<Subject: Collection>: CollectionExtension<Subject> {
  override func isEmpty(_ subject: Subject) -> Bool { true }
}
