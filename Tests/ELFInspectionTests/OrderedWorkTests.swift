// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Glibc
import Synchronization
import Testing

@Suite("Ordered work")
struct OrderedWorkTests {
  @Test("keeps the order of items and of their pieces on any number of threads")
  func order() {
    for jobs in [1, 2, 8, 200] {
      var pieces: [Int] = []
      var finished: [Int] = []
      OrderedWork.run(
        Array(0..<100), jobs: jobs,
        work: { item, outlet in
          for piece in 0..<item % 4 { outlet.put { (10 * item + piece, byteCount: 0) } }
        },
        take: { piece in
          pieces.append(piece)
          return true
        }, finish: { finished.append($0) })
      #expect(pieces == (0..<100).flatMap { item in (0..<item % 4).map { 10 * item + $0 } })
      #expect(finished == Array(0..<100))
    }
  }

  @Test("stops when nobody wants more")
  func stop() {
    for jobs in [1, 4] {
      var pieces: [Int] = []
      OrderedWork.run(
        Array(0..<1000), jobs: jobs,
        work: { item, outlet in
          outlet.put { (item, byteCount: 0) }
          outlet.put { (item, byteCount: 0) }
        },
        take: { piece in
          pieces.append(piece)
          return piece < 10
        }, finish: { _ in })
      #expect(pieces == (0..<10).flatMap { [$0, $0] } + [10])
    }
  }

  /// How many bytes there are, and were at most.
  private struct Held {
    var now = 0
    var most = 0
  }

  @Test("threads that are ahead wait, and never for each other", arguments: [2, 8, 40])
  func bounded(jobs: Int) {
    let held = Mutex(Held())
    // The last size is larger than the limit on waiting pieces.
    for byteCount in [100, 1 << 20, 5 << 20, 1 << 30] {
      held.withLock { $0.most = 0 }
      var pieces: [Int] = []
      OrderedWork.run(
        Array(0..<40), jobs: jobs,
        work: { item, outlet in
          for _ in 0..<3 {
            outlet.put(reserving: byteCount) {
              held.withLock { held in
                held.now += byteCount
                held.most = max(held.most, held.now)
              }
              return (item, byteCount: byteCount)
            }
          }
        },
        take: { piece in
          pieces.append(piece)
          usleep(200)
          held.withLock { $0.now -= byteCount }
          return true
        }, finish: { _ in })
      #expect(pieces == (0..<40).flatMap { [$0, $0, $0] })
      let held = held.withLock { $0 }
      #expect(held.now == 0)
      // The limit, and the piece being taken; the small ones all fit.
      #expect(held.most <= (16 << 20) + byteCount, "\(byteCount)")
    }
  }

  @Test("what turns out larger than it was taken for holds the next one up")
  func reweighed() {
    let held = Mutex(Held())
    OrderedWork.run(
      Array(0..<100), jobs: 4,
      work: { item, outlet in
        outlet.put {
          held.withLock { held in
            held.now += 4
            held.most = max(held.most, held.now)
          }
          return (item, byteCount: 4 << 20)
        }
      },
      take: { _ in
        usleep(200)
        held.withLock { $0.now -= 4 }
        return true
      }, finish: { _ in })
    // Each of the four threads can be making one that it takes for a small one.
    #expect(held.withLock { $0.most } <= 16 + 4 * 4 + 4)
  }
}
