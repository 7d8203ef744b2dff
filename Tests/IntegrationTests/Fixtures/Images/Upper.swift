import GraftPlugins
public import ImagesAPI

struct Unwilling: Error {}

/// Its `onLoad` calls what only the library implements that it needs.
@Plugin(name: "Upper", version: "1.0")
enum Upper: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    print("onLoad \(image.fileName): \(Dog().idle())")
    #if UNWILLING
      throw Unwilling()
    #elseif UPGRADING
      let folder = image.path.prefix(through: image.path.lastIndex(of: "/")!)
      _ = try ExtensionImage.load(folder + "libLower-MOODY.so")
      throw Unwilling()
    #elseif WITHDRAWING
      try ExtensionRegistry.image(named: "Lower")!.withdraw()
      throw Unwilling()
    #elseif CONFIGURED
      let greeting = try image.configuration(as: String.self)
      print("configuration: \(greeting ?? "none")")
    #endif
  }

  static func onWithdraw(_ image: ExtensionImage) { print("onWithdraw \(image.fileName)") }
}

/// A plain extension, as the program has one too.
@Extension
final class Up<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "up, " + super.speak(subject) }
}

/// A type of the plug-in's own, for which two extensions of the host would be in conflict.
public struct Wolf: Speaker, Loud, Quiet {}
