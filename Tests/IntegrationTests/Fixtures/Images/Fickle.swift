import Graft
import ImagesAPI

/// Its predicate changes what counts whenever it is asked, as long as the image does not.
@Extension(priority: 2)
final class Fickle<Subject: Speaker>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    guard !ExtensionRegistry.images.contains(where: { $0.fileName == "libFickle.so" }) else {
      return true
    }
    ExtensionRegistry.block("Nobody")
    do { try ExtensionRegistry.unblock("Nobody") } catch { fatalError("\(error)") }
    return true
  }

  override func speak(_ subject: Subject) -> String { "fickle, " + super.speak(subject) }
}
