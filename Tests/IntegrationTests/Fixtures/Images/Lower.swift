import Graft
import ImagesAPI

/// What another plug-in is linked to.
@Plugin(name: "Lower", version: "1.0")
enum Lower: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws { print("onLoad \(image.fileName)") }
  static func onWithdraw(_ image: ExtensionImage) { print("onWithdraw \(image.fileName)") }
}

@Extension(priority: 1)
final class Low<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "low, " + super.speak(subject) }
}

@Extension
final class Deep<Subject: Idler>: IdlerExtension<Subject> {
  override func idle(_ subject: Subject) -> String { "deep" }
}
