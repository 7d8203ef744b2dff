// SPDX-License-Identifier: Apache-2.0
import Graft

@globalActor actor Disk { static let shared = Disk() }
enum Nested {
  @globalActor actor Tape { static let shared = Tape() }
}

@Extensible @Disk
protocol Store {
  func load() async -> Int
  var size: Int { get async }
}

@Extensible
protocol Index {
  @Disk func build() async -> Int
  @Disk func drop()
  @Disk var depth: Int { get async throws }
}

@Extensible @Nested.Tape
protocol Archive {
  func rewind() async -> Int
}

// Names that begin with a small letter, and one that ends as those of result builders do.

@globalActor actor disk { static let shared = disk() }
@globalActor actor SiteBuilder { static let shared = SiteBuilder() }
enum Devices {
  @globalActor actor tape { static let shared = tape() }
}

@Extensible @disk
protocol Volume {
  func mount() async -> Int
  func unmount()
  @Devices.tape func copy() async -> Int
}

@Extensible
protocol Drive {
  @disk func spin() async -> Int
  @disk func stop()
  @disk var speed: Int { get async throws }
}

@Extensible @SiteBuilder
protocol Site {
  func build() async -> Int
  func clear()
}

@disk func beep() {}
@SiteBuilder func sweep() {}

@Extension
final class Clearing<Subject: Site>: SiteExtension<Subject> {
  override func clear(_ subject: Subject) { sweep() }
}

func adviseOthers() throws {
  try DriveJoinPoints.everySubject.stop.before { beep() }
  try VolumeJoinPoints.everySubject.unmount.around { _, proceed in
    beep()
    proceed()
  }
  try SiteJoinPoints.everySubject.clear.after { sweep() }
}

// Expressions that run on an actor.

@Extensible
protocol Logger {
  func log(_ text: @autoclosure @MainActor () -> String)
  func log(_ text: @autoclosure @escaping @MainActor () -> String, level: Int)
  func log(later text: @autoclosure @MainActor () -> String) async
  static func note(_ text: @autoclosure @MainActor () -> String)
  mutating func change(_ text: @autoclosure @MainActor () -> String) -> Int
  @Disk func write(_ text: @autoclosure @MainActor () -> String)
  @MainActor func show(_ text: @autoclosure @MainActor () -> String)
  init(_ text: @autoclosure @MainActor () -> String)
  subscript(_ text: @autoclosure @MainActor () -> String) -> Int { get }
}

struct File: Store {}

@Disk func note() {}

func adviseFromElsewhere() throws {
  try IndexJoinPoints.everySubject.drop.before { note() }
  try IndexJoinPoints.everySubject.drop.around { _, proceed in
    note()
    proceed()
  }
}

@Disk
func advise() throws {
  try StoreJoinPoints.everySubject.load.around { _, proceed in await proceed() + 1 }
  try StoreExtension<File>.joinPoints.load.around { proceed in await proceed() + 1 }
  try IndexJoinPoints.everySubject.build.before { print("built") }
  try IndexJoinPoints.everySubject.drop.around { proceed in proceed() }
  try ArchiveJoinPoints.everySubject.rewind.after { print("rewound") }
}
