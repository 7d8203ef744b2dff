// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The copy of the program that debuggers read, in the C structures of `graft_debug.h`.
///
/// The process has one, for the registry of generated code.
struct DebugState {
  private var imageCount = 0

  init(_ program: Program) {
    for name in program.blocked.inOrder(<) { graft_debug_block(name) }
  }

  mutating func noteArrivals(in images: ImageTable) {
    for entry in images.entries[imageCount...] {
      graft_debug_add_image(
        entry.image.path, entry.pluginName, UInt64(entry.image.sectionAddress),
        UInt64(entry.loaded.recordCount), entry.state.debugNumber)
    }
    imageCount = images.entries.count
  }

  func noteStates(of numbers: [Int], in images: ImageTable) {
    for number in numbers { graft_debug_set_state(number, images[number].state.debugNumber) }
  }

  /// Notes an edit after which this program counts.
  func note(_ edit: Program.Edit, since earlier: Program, in program: Program) {
    switch edit {
    case .transition, .accept:
      noteStates(
        of: program.images.numbers(changedSince: earlier.images), in: program.images)
    case .block, .unblock, .unblockAll: break
    case .advise(let entry): entry.addForDebuggers()
    case .unadvise(let entry): graft_debug_remove_advice(entry.debugKey)
    }
    let (before, after) = (earlier.blocked, program.blocked)
    for name in after.subtracting(before).inOrder(<) { graft_debug_block(name) }
    for name in before.subtracting(after) { graft_debug_unblock(name) }
  }
}

extension ImageState {
  fileprivate var debugNumber: UInt64 {
    let number =
      switch self {
      case .staged: GRAFT_DEBUG_STAGED
      case .active: GRAFT_DEBUG_ACTIVE
      case .withdrawn: GRAFT_DEBUG_WITHDRAWN
      case .superseded: GRAFT_DEBUG_SUPERSEDED
      case .rolledBack: GRAFT_DEBUG_ROLLED_BACK
      case .refused: GRAFT_DEBUG_REFUSED
      }
    return UInt64(number)
  }
}

extension ChainedAdvice {
  fileprivate var debugKey: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(self))) }

  fileprivate func addForDebuggers() {
    // A group has no name.
    let installed = self as? InstalledAdvice
    graft_debug_add_advice(
      debugKey, installed?.options.name ?? "", installed?.source ?? "", position.extended.name,
      position.extended.requirements[position.requirement].name.text, position.subjects)
  }
}
