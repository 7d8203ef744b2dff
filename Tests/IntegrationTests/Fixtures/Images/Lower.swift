import Graft
import ImagesAPI

/// What another plug-in is linked to.
#if NEEDY
  @Plugin(name: "Lower", version: "1.0", needs: ["Owning": "2"])
  enum Lower {}
#else
  @Plugin(name: "Lower", version: "1.0")
  enum Lower {}
#endif

extension Lower: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    print("onLoad \(image.fileName)")
    #if MOODY || NEEDY
      // The second time only.
      turn += 1
      if turn == 2 { throw Moody() }
    #endif
  }
  static func onWithdraw(_ image: ExtensionImage) {
    print("onWithdraw \(image.fileName)")
    #if REINSTATING
      for other in ExtensionRegistry.images where other != image && other.state == .withdrawn {
        _ = try? other.reinstate()
      }
    #endif
  }
}

#if MOODY || NEEDY
  struct Moody: Error {}
  nonisolated(unsafe) private var turn = 0
#endif

@Extension(priority: 1)
final class Low<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "low, " + super.speak(subject) }
}

@Extension
final class Deep<Subject: Idler>: IdlerExtension<Subject> {
  override func idle(_ subject: Subject) -> String { "deep" }
}
