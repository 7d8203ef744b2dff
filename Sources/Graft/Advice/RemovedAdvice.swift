// SPDX-License-Identifier: Apache-2.0

import CGraft

/// Advice that was taken out of links, and that calls may still be running.
enum RemovedAdvice {
  /// A list that a slot has had.
  struct List: @unchecked Sendable {
    let object: Unmanaged<RunningAdviceList>
    /// The bucket in which the slot's calls are counted.
    let bucket: UInt32
  }

  /// Lists of a bucket that wait for the same calls.
  private struct Batch {
    let bucket: UInt32
    var objects: [Unmanaged<RunningAdviceList>]
    /// The counters that have not been seen at zero since the removal, one bit for each.
    var counters = UInt32.max
  }

  private static let batches = Guarded([Batch]())

  /// Adds removed advice; `release` has to follow without the lock.
  ///
  /// The registry's lock is held.
  static func add(_ lists: [List]) {
    batches.underLock { batches in
      batches += lists.map { Batch(bucket: $0.bucket, objects: [$0.object]) }
    }
  }

  /// Releases what no call can be running any more, with its captures.
  ///
  /// The last call that leaves does it for what is still running. No lock may be held.
  static func release() {
    let unused = batches.withLock { batches -> [Unmanaged<RunningAdviceList>] in
      if batches.isEmpty { return [] }
      look(&batches)
      let unused = batches.filter { $0.counters == 0 }.flatMap(\.objects)
      if !unused.isEmpty { batches.removeAll { $0.counters == 0 } }
      return unused
    }
    for object in unused { object.release() }
  }

  private static func look(_ batches: inout [Batch]) {
    var counters: [UInt32: UInt32] = [:]
    for batch in batches { counters[batch.bucket, default: 0] |= batch.counters }
    let busy = counters.reduce(into: [:]) { busy, each in
      busy[each.key] = graft_look_at_advice(each.key, each.value) { RemovedAdvice.release() }
    }
    // Most wait for the same call as an older batch.
    var kept = 0
    for index in batches.indices {
      var batch = batches[index]
      batch.counters &= busy[batch.bucket]!
      let same = batches[..<kept].firstIndex {
        $0.bucket == batch.bucket && $0.counters == batch.counters
      }
      if let same, same != index {
        batches[same].objects += batch.objects
      } else {
        batches[index].counters = batch.counters
        batches.swapAt(kept, index)
        kept += 1
      }
    }
    batches.removeSubrange(kept...)
  }
}
