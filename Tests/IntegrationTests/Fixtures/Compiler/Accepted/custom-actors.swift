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
