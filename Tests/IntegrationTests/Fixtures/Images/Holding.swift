import Graft
import ImagesAPI

@Extension(priority: 3)
final class Hold<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "held, " + super.speak(subject) }

  override func ask(_ subject: Subject) -> String {
    Gate.pass()
    return "held, " + super.ask(subject)
  }
}

/// For the constructor.
@c(inquire)
public func inquire() {
  Gate.pass()
}
