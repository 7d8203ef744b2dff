// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Handler {
  func flush(_ seconds: Int)
  @Required func close()
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush(_ seconds: Int = 1) {}  // error: a call without 'seconds' would not find this
  func close() {}  // error: 'close()' is @Required
  func helper() {}  // error: the protocol does not require 'helper()'
}

protocol Bare { func flush() }

@Default
extension Bare where Self: Graft::AuthorDefault {  // error: write '@Extensible' before 'Bare'
  func flush() {}
}

@Extensible
protocol Forgetful { func flush() }

@Default
extension Forgetful {  // error: write 'where Self: Graft::AuthorDefault'
  func flush() {}
}

@Extensible
protocol Owned: ~Copyable {
  func flush()  // error: can't end a chain where types can't be copied
}

extension Owned where Self: ~Copyable {
  func flush() {}
}

struct Ours: Handler, Bare, Forgetful {
  func close() {}
}
