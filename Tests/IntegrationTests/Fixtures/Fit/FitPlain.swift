import FitAPI
import Graft

@Extension
final class Plain<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "plain" }
}
