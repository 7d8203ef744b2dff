import Graft

@Plugin(name: "Holidays", version: "1.2.0", needs: ["greetings-host": "2.1", "calendar": "0"])
enum Holidays: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {}
}

@Plugin(name: "Bare", version: "1")
struct Bare {}
