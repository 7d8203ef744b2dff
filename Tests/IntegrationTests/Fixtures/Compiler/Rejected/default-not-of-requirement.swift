// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Handler {
  func flush(_ seconds: Int)
  func stop() async
  func handle() throws -> Int
  mutating func rename(to name: String)
  static func make() -> Int
  var level: Int { get set }
  @Required func close()
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func flush(_ seconds: Int = 1) {}  // error: a call without 'seconds' would not find this
}

@Default
extension Handler where Self: Graft::AuthorDefault {
  func close() {}  // error: no requirement with a default is called so
  func helper() {}  // error: no requirement with a default is called so
  func stop() {}  // error: the requirement is async
  func handle() async throws -> Int { 1 }  // error: the requirement is not async
  func rename(to name: String) {}  // error: the requirement can change its subject
  func make() -> Int { 1 }  // error: no requirement with a default is called so
}

@Extensible
protocol Lamp: AnyObject { var level: Int { get set } }

@Default
extension Lamp where Self: Graft::AuthorDefault {
  var level: Int {  // error: says so by 'Self: Swift::AnyObject' in the clause
    get { 1 }
    set {}
  }
}

@Extensible
protocol Desk: Actor { func sit() -> Int }

@Default
extension Desk where Self: Graft::AuthorDefault {
  func sit() -> Int { 1 }  // error: the clause of defaults has 'Self: Swift::Actor'
}

protocol Bare { func flush() }

@Default
extension Bare where Self: Graft::AuthorDefault {  // error: cannot find type '_GraftDefaultsOfBare'
  func flush() {}  // error: method does not override any method from its superclass
}

@Extensible
protocol Forgetful { func flush() }

@Default
extension Forgetful {  // error: write 'where Self: Graft::AuthorDefault'
  func flush() {}  // error: invalid redeclaration of 'flush()'
}

@Extensible
protocol Owned: ~Copyable { func flush() }

@Default
extension Owned where Self: Graft::AuthorDefault {  // error: types can't be copied
  func flush() {}  // error: the requirement borrows its subject
}

@Extensible
protocol Screen {
  associatedtype Body
  var body: Body { get }
}

@Default
extension Screen where Self: Graft::AuthorDefault {
  var body: some Equatable { 1 }  // error: no link could have if it were 'some'
}
