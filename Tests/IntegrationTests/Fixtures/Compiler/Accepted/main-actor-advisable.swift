// SPDX-License-Identifier: Apache-2.0
// -default-isolation MainActor
import GraftCourier

@Extensible
protocol Player {
  func play() -> Int
  mutating func stop()
  static func all() -> Int
  init(volume: Int)
  var volume: Int { get set }
}

struct Radio: Player {
  @Advisable((any Player).self)
  init(volume: Int) { self.volume = volume }
  @Advisable((any Player).self)
  func play() -> Int { volume }
  @Advisable((any Player).self)
  mutating func stop() { volume = 0 }
  @Advisable((any Player).self)
  static func all() -> Int { 2 }
  @AdvisableProperty((any Player).self, setter: true)
  var volume: Int = 0
}

class Organ: Player {
  required init(volume: Int) {}
  @Advisable((any Player).self)
  func play() -> Int { volume }
  @AdvisableProperty((any Player).self)
  var volume: Int = 0
}

@Extensible @MainActor
protocol Recorder {
  func record(_ seconds: Int) async -> Int
}

struct Tape: Recorder {
  @Advisable((any Recorder).self)
  func record(_ seconds: Int) async -> Int { seconds }
}

@Extensible
nonisolated protocol Meter {
  func level() -> Int
  var peak: Int { get set }
}

nonisolated struct Needle: Meter {
  @Advisable((any Meter).self)
  func level() -> Int { peak }
  @AdvisableProperty((any Meter).self, setter: true)
  var peak: Int = 0
}

@Courier @Extensible
protocol Listener: AnyObject {
  func heard(_ sound: Int) -> Int
}

@Courier @Extensible @MainActor
protocol Watcher: AnyObject {
  func saw(_ sight: Int) async throws -> Int
}

@Courier @Extensible
nonisolated protocol Taster: AnyObject {
  func tasted(_ food: Int) throws -> Int
}

@Extensible
protocol Mixer {
  func mix() -> Int
  nonisolated func count() -> Int
}

struct Bowl: Mixer {
  @Advisable((any Mixer).self)
  func mix() -> Int { 1 }
  @Advisable((any Mixer).self)
  nonisolated func count() -> Int { 2 }
}
