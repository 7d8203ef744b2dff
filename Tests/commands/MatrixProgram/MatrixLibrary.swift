import Graft
import MatrixAPI

@Extension(priority: 1)
final class LibraryDefault<Subject: Place>: PlaceExtension<Subject> {
  override func library(_ subject: Subject) -> String { "library" }
  override func all(_ subject: Subject) -> String { super.all(subject) + ", library" }
}

@Extension(priority: 1)
final class LibraryNamed<Subject: Place & Named>: PlaceExtension<Subject> {
  override func library(_ subject: Subject) -> String {
    super.library(subject) + " of \(subject.name)"
  }
  override func all(_ subject: Subject) -> String {
    super.all(subject) + ", library of \(subject.name)"
  }
}
