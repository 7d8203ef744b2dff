import FitAPI
import Graft

// What the host itself brings: whatever a plug-in has comes before it.

@Extension(priority: -1)
final class Silence<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "" }
}

@Extension(priority: -1)
final class Deafness<Subject: Listener>: ListenerExtension<Subject> {
  override func listen(_ subject: Subject) -> String { "" }
}
