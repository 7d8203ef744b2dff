// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft

// An open connection, a counter and a timer: nothing of it is made again while functions are
// replaced.
var ends: [Int32] = [0, 0]
socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
let timer = timerfd_create(CLOCK_MONOTONIC, 0)
var interval = itimerspec(
  it_interval: timespec(tv_sec: 0, tv_nsec: 50_000_000),
  it_value: timespec(tv_sec: 0, tv_nsec: 50_000_000))
timerfd_settime(timer, 0, &interval, nil)
var answers = Answers()

ImageReload.start()
while true {
  var expirations: UInt64 = 0
  guard read(timer, &expirations, 8) == 8 else { break }
  var line = Array(answers.next(of: "\(getpid())/\(ends[0])/\(timer)").utf8)
  // To and fro by the connection.
  guard send(ends[0], line, line.count, 0) == line.count else { break }
  let count = recv(ends[1], &line, line.count, 0)
  print(String(decoding: line[..<count], as: UTF8.self))
  fflush(nil)
}
