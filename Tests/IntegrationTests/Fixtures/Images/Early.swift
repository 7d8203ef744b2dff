import Glibc
import Graft
import ImagesAPI

/// After all others.
@Extension(priority: -1)
final class Early<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "early" }
  override func ask(_ subject: Subject) -> String { "early" }
}

struct Bird: Speaker, Named {}

@c(inquire)
public func inquire() {
  print("constructor: Dog \(Dog().speak()), Bird \(Bird().speak())")
  atexit { print("exit: Bird \(Bird().speak())") }
}
