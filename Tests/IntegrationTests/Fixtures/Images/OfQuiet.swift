import Graft
import ImagesAPI

@Extension
final class Whisper<Subject: Speaker & Quiet>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "quiet" }
}
