import FitAPI
import Graft

@Plugin(name: "Quiet", version: "1.2.0", needs: ["fit-host": "2.1"])
enum QuietPlugin {}

@Extension
final class Murmur<Subject: Speaker & Quiet>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "quiet" }
}
