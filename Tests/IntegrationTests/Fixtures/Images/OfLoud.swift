import Graft
import ImagesAPI

@Extension
final class Shout<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "LOUD" }
}
