import GraftPlugins
import ImagesAPI

struct Unwilling: Error {}

/// Tells what it is told, and what is so at that moment.
@Plugin(name: "Lively", version: "1.2.0", needs: ["images-host": "2.1"])
enum Lively: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    print("onLoad \(image.fileName), \(image.state): \(Dog().ask())")
    #if UNWILLING
      throw Unwilling()
    #elseif WAITING
      Gate.pass()
    #elseif COUNTING || RECOUNTING
      let builds = image.handedOn(as: [String].self) ?? []
      print("builds: \(builds); \(image.handedOn(as: Lively.Type.self) == nil)")
      image.handOn(builds + [image.fileName])
    #elseif NESTED
      do {
        _ = try ExtensionImage.load(image.path)
        print("loaded twice")
      } catch {
        print("nested: \(error)")
      }
    #endif
  }

  static func onWithdraw(_ image: ExtensionImage) {
    print("onWithdraw \(image.fileName), \(image.state): \(Dog().ask())")
  }
}

@Extension(priority: 2)
final class Liveliness<Subject: Speaker>: SpeakerExtension<Subject> {
  override func ask(_ subject: Subject) -> String {
    #if NEWER
      "livelier"
    #else
      "lively"
    #endif
  }
}
