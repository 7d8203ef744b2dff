import Graft
import ImagesAPI

@Extension
final class Default<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "default" }
  override func ask(_ subject: Subject) -> String { "default" }
}

@Extension
final class OfNamed<Subject: Speaker & Named>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "named" }
}
