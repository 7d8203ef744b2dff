import Graft
import ImagesAPI

// Plug-ins of several authors with one module.
#if ONE
  @Plugin(name: "One", version: "1.0")
  enum AlphaPlugin {}
#elseif TWO
  @Plugin(name: "Two", version: "1.0")
  enum AlphaPlugin {}
#elseif THREE
  @Plugin(name: "Three", version: "1.0")
  enum AlphaPlugin {}

  @Extension(priority: 2)
  final class Further<Subject: Speaker>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "further, " + super.speak(subject) }
  }
#endif

#if NEWER
  @Extension(priority: 1)
  final class Talk<Subject: Speaker>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "alpha 2, " + super.speak(subject) }
  }
#elseif FORGOTTEN
  @Extension(priority: 1)
  final class Talk<Subject: Speaker>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "alpha, " + super.speak(subject) }
  }

  enum Outer {
    final class Question<Subject: Speaker>: SpeakerExtension<Subject> {
      override func ask(_ subject: Subject) -> String { "alpha?" }
    }
  }

  private final class Hidden<Subject: Speaker>: SpeakerExtension<Subject> {}
#elseif ALL_FORGOTTEN
  final class Question<Subject: Speaker>: SpeakerExtension<Subject> {}
#else
  @Extension(priority: 1)
  final class Talk<Subject: Speaker>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "alpha, " + super.speak(subject) }
  }

  @Extension(priority: 1)
  final class Question<Subject: Speaker>: SpeakerExtension<Subject> {
    override func ask(_ subject: Subject) -> String { "alpha?" }
  }
#endif
