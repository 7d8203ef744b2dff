// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Plain { func plain() }

@Extensible
protocol Greeter {
  func greet(_ other: String) -> String
  func visit(_ place: Int)
  func visit(_ place: String)
  func wait()
  func wait() async
  func load() async throws -> Int
  @Required func name() -> String
  @Unadvised func secret() -> String
}

struct Dog: Greeter, Plain {
  @Advisable((any Greeter).self)
  func greed(_ other: String) -> String { "" }  // error: no requirement with a default is called so
  @Advisable((any Greeter).self)
  func greet(_ other: Int) -> String { "" }  // error: cannot convert value of type 'Int'
  @Advisable((any Greeter).self)
  func visit(_ place: Int) {}  // error: visit(_:) has overloads that differ in types only
  @Advisable((any Greeter).self)
  func wait() {}  // error: none can be @Advisable
  @Advisable((any Greeter).self)
  func load() -> Int { 1 }  // error: 'async' call in a function that does not support
  @Advisable((any Greeter).self)
  func name() -> String { "" }  // error: no requirement with a default is called so
  @Advisable((any Greeter).self)
  func secret() -> String { "" }  // error: it can't be advised
  @Advisable((any Plain).self)
  func plain() {}  // error: cannot find '_GraftPlain' in scope
}

protocol Polite: Greeter {}

extension Polite {
  @Advisable((any Greeter).self)
  func greet(_ other: String) -> String { "" }  // error: belongs to no single type
}

struct Stone {
  @Advisable((any Greeter).self)
  func greet(_ other: String) -> String { "" }  // error: type 'Stone' does not conform to
}

struct Cat: Greeter {
  func name() -> String { "" }

  @Advisable((any Greeter).self)
  func greet(
    _ other: String
  ) -> String {
    let greeting = "Meow"
    return greetin  // error: cannot find 'greetin' in scope
  }
}
