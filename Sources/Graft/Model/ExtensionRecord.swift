// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A record as the process has it: what it says, and how its accessor is asked.
struct ExtensionRecord: Sendable {
  let id: RecordID
  private(set) var registered: RegisteredExtension
  let accessor: graft_accessor
  /// What the accessor's first answer told of all others.
  let learnt: SetOnce<AnyObject>
  /// Why it does not count, whatever the subject; nil if it does.
  var exclusion: ExclusionReason?

  init(id: RecordID, registered: RegisteredExtension, accessor: @escaping graft_accessor) {
    (self.id, self.registered, self.accessor) = (id, registered, accessor)
    learnt = SetOnce()
  }

  /// The same record, of the same image under another identity.
  func naming(_ image: ExtensionImage) -> ExtensionRecord {
    var record = self
    record.registered = RegisteredExtension(
      descriptor: registered.descriptor, image: image, offset: registered.offset)
    return record
  }

  /// An order that neither loading nor linking decides.
  func comesBefore(_ other: ExtensionRecord) -> Bool {
    (registered.name, registered.image.identity, registered.image.path, id.index)
      < (
        other.registered.name, other.registered.image.identity, other.registered.image.path,
        other.id.index
      )
  }
}

/// Names one record of the process.
struct RecordID: Hashable, Sendable {
  /// In the order of arrival.
  let image: UInt32
  let index: UInt32
}
