import Graft
import ImagesAPI

#if NEWER
  @Extension(priority: 1)
  final class Talk<Subject: Speaker>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "alpha 2, " + super.speak(subject) }
  }
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
