import CouriersAPI
import Glibc
import GraftCourier

struct Host: Speaker {
  func speak() -> String { "host" }
}

/// Calls a courier while an image comes and goes.
func withImage(_ path: String) throws {
  func show(_ title: String) {
    let voices = speakers.receivers.collect(SpeakerCourier.speak) { $0.speak() }
    print("\(title): \(voices.joined(separator: ", ")); last \(speakers.speak())")
  }
  try speakers.receivers.add(Host(), .strongly)
  show("alone")
  let image = try ExtensionImage.load(path).images[0]
  let symbol = dlsym(dlopen(path, RTLD_NOW), "couriers_add")!
  unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
  show("loaded")
  try image.withdraw()
  show("withdrawn")
  // The first that comes from an image, while that does not count.
  let late = SpeakerCourier()
  try late.receivers.add(Host(), .strongly)
  _ = late.speak()
  try late.receivers.add(speakers.receivers.all[2] as! any Speaker, .strongly)
  print("late: \(late.receivers.collect(SpeakerCourier.speak) { $0.speak() })")
  try speakers.receivers.add(Host(), .strongly, at: .first)
  show("changed")
  try image.reinstate()
  show("reinstated")
  try image.rollBack()
  show("rolled back")
  _ = try ExtensionImage.load(path)
  show("loaded again")
}

final class Counter: Counted {
  func count() -> Int { 1 }
}

/// Calls couriers while a plug-in with a lifecycle comes and goes.
func withLifecycle(_ path: String) throws {
  try speakers.receivers.add(Host(), .strongly)
  try counters.receivers.add(Counter(), .strongly)
  let image = try ExtensionImage.load(path).images[0]
  CouriersAPI.show("loaded")
  try image.withdraw()
  CouriersAPI.show("withdrawn")
  try image.reinstate()
  CouriersAPI.show("reinstated")
}

switch CommandLine.arguments[1] {
case "image": try withImage(CommandLine.arguments[2])
case "lifecycle": try withLifecycle(CommandLine.arguments[2])
case "threads": try Threads.run()
case "walk": try Threads.walk()
default: fatalError("no such test")
}
