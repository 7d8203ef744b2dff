import Graft
import ImagesAPI

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
