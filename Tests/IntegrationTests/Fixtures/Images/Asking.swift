import Glibc
import Graft
import ImagesAPI

/// Its predicate has another thread use the registry, and waits for it.
@Extension(priority: 4)
final class Asking<Subject: Speaker>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    guard subject == Dog.self else { return false }
    // Once more for itself: not without end.
    ExtensionRegistry.refresh()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        _ = (ExtensionRegistry.descriptors, ExtensionRegistry.diagnostics)
        _ = (SpeakerExtension<Cat>.resolution, Cat().speak(), Cat().ask())
        ExtensionRegistry.refresh()
        return nil
      }, nil)
    return pthread_join(thread, nil) == 0
  }

  override func speak(_ subject: Subject) -> String { "asking, " + super.speak(subject) }
}
