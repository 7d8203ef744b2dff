import FitAPI
import Graft

// It needs a requirement that some versions do not have.
#if CHANGED
  @Extension
  final class Asking<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
    override func ask(_ subject: Subject, twice: Bool) -> String {
      super.ask(subject, twice: twice)
    }
  }
#else
  @Extension
  final class Asking<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
    override func ask(_ subject: Subject) -> String { super.ask(subject) }
  }
#endif
