import Graft
import MatrixAPI

@Extension(priority: 3)
final class PluginDefault<Subject: Place>: PlaceExtension<Subject> {
  override func plugin(_ subject: Subject) -> String { "plug-in" }
  override func all(_ subject: Subject) -> String { super.all(subject) + ", plug-in" }
}

@Extension(priority: 3)
final class PluginNamed<Subject: Place & Named>: PlaceExtension<Subject> {
  override func plugin(_ subject: Subject) -> String {
    super.plugin(subject) + " of \(subject.name)"
  }
  override func all(_ subject: Subject) -> String {
    super.all(subject) + ", plug-in of \(subject.name)"
  }
}

/// What the library answers, as the plug-in has it.
@Advice
final class PluginAdvice<Subject: Place & Named>: PlaceExtension<Subject> {
  override func library(_ subject: Subject) -> String { "[\(super.library(subject))]" }
}
