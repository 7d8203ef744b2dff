import Graft
import ImagesAPI

struct Unwilling: Error {}

/// Installs an advice and a block, which count as long as its image does.
@Plugin(name: "Owning", version: "1.0.0")
enum Owning: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    #if NEWER
      let mark = "!"
    #else
      let mark = "?"
    #endif
    try SpeakerJoinPoints.everySubject.ask.around(.named("owned")) { proceed in proceed() + mark }
    try SpeakerExtension<Dog>.joinPoints.ask.around(.precedence(1)) { proceed in
      "dog " + proceed()
    }
    ExtensionRegistry.block("ImagesExtensions.OfNamed")
    #if SHUTTING
      ExtensionRegistry.block("Other")
    #endif
    #if HOUSED
      try SpeakerExtension<Kennel>.joinPoints.ask.around(.named("own")) { proceed in
        "kennel " + proceed()
      }
    #endif
    print("onLoad \(image.fileName): \(Dog().ask())")
    #if UNWILLING
      throw Unwilling()
    #elseif MOODY
      // The second time only.
      turn += 1
      if turn == 2 { throw Unwilling() }
    #endif
  }
}

#if MOODY
  nonisolated(unsafe) private var turn = 0
#endif

/// The same without a lifecycle: the host runs it.
@c(install_owned)
public func installOwned() {
  do {
    try SpeakerJoinPoints.everySubject.ask.after(.named("run")) { _, answer in
      print("answered \(answer)")
    }
  } catch { print("not installed: \(error)") }
}

#if HOUSED
  /// A type of the plug-in's own.
  struct Kennel: Speaker {}

  @c(ask_kennel)
  public func askKennel() { print(Kennel().ask()) }
#endif
