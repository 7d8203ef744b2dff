import Graft
import ImagesAPI

/// Its predicate changes what counts whenever it is asked, as long as the image does not.
@Extension(priority: 2)
final class Fickle<Subject: Speaker>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    #if SETTLING
      // The end of a conflict of others.
      ExtensionRegistry.block("OfLoud.Scream")
    #else
      if ExtensionRegistry.images.contains(where: { $0.fileName == "libFickle.so" }) {
        return true
      }
      ExtensionRegistry.block("Nobody")
      do { try ExtensionRegistry.unblock("Nobody") } catch { fatalError("\(error)") }
    #endif
    return true
  }

  override func speak(_ subject: Subject) -> String { "fickle, " + super.speak(subject) }
}
