import Graft
import MatrixAPI

@Extension(priority: 2)
final class ArchiveDefault<Subject: Place>: PlaceExtension<Subject> {
  override func archive(_ subject: Subject) -> String { "archive" }
  override func all(_ subject: Subject) -> String { super.all(subject) + ", archive" }
}

/// Its record is in C, in `archive.c`.
@Extension(priority: 2, shim: "matrix_archive_named")
final class ArchiveNamed<Subject: Place & Named>: PlaceExtension<Subject> {
  override func archive(_ subject: Subject) -> String {
    super.archive(subject) + " of \(subject.name)"
  }
  override func all(_ subject: Subject) -> String {
    super.all(subject) + ", archive of \(subject.name)"
  }
}
