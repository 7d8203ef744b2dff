import CouriersAPI
import GraftCourier

struct Ending: Speaker {
  func speak() -> String { "ending" }
}

/// Its receivers are silent before it ends its work.
@Plugin(name: "Ending", version: "1")
enum EndingPlugin: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    try speakers.receivers.add(Ending(), .strongly)
    // These are of the API's type, and added by the class that its macro has written.
    made = try SpeakerCourier(Visitor())
    // The program's stays the program's.
    try counters.receivers.add(counters.receivers.all[0] as! any Counted)
  }

  static func onWithdraw(_ image: ExtensionImage) { show("onWithdraw") }
}
