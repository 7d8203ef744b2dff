import Graft
import ImagesAPI

@Extension
final class Shout<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "LOUD" }
}

#if TORN
  /// In conflict with the other one of its plug-in.
  @Extension
  final class Scream<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "AAH" }
  }
#endif

#if NESTING
  /// Loads what is in conflict with its image.
  @Plugin(name: "OfLoud", version: "1.0.0")
  enum Nesting: ImageLifecycle {
    static func onLoad(_ image: ExtensionImage) throws {
      do {
        _ = try ExtensionImage.load(
          image.path.replacing(image.fileName, with: "libOfQuiet.so"))
        print("nested: loaded")
      } catch { print("nested: refused") }
    }

    static func onWithdraw(_ image: ExtensionImage) { print("withdrawn") }
  }
#endif
