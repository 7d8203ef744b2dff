import Graft
import ImagesAPI

/// After all others.
@Extension(priority: -1)
final class Early<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "early" }
  override func ask(_ subject: Subject) -> String { "early" }
}

@c(inquire)
public func inquire() {
  print("constructor: Dog \(Dog().speak())")
}
