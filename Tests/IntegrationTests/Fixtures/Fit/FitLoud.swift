import FitAPI
import Graft

@Extension
final class Shout<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "LOUD" }
}

@Extension
final class Ear<Subject: Listener>: ListenerExtension<Subject> {
  override func listen(_ subject: Subject) -> String { "heard" }
}
