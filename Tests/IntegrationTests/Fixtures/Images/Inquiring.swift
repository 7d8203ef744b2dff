import Graft
import ImagesAPI

@Extension(priority: 2)
final class Inquiry<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "inquiry, " + super.speak(subject) }
}

@c(inquire)
public func inquire() {
  print("constructor: Dog \(Dog().speak()); \(ExtensionRegistry.images.count) images")
}
