// SPDX-License-Identifier: Apache-2.0

import GraftTesting

@Extensible
protocol Mail {
  func send(_ text: String) throws -> Int
  func weigh() -> Int
  func sort() async throws(Lost) -> Int
}

struct Lost: Error {}
struct Letter: Mail {}

func install() throws {
  let points = MailExtension<Letter>.joinPoints
  try points.send.answering(.success(1), .failure(Lost()))
  try points.send.answering(.success("a"))  // error: type 'String' to expected argument type 'Int'
  try points.weigh.answering(.success(1))  // error: does not throw any error: write 'returning'
  try points.sort.answering(.failure(Lost()))  // error: does not throw any error: write 'returning'
}
