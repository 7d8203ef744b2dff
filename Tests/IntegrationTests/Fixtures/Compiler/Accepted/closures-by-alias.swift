// SPDX-License-Identifier: Apache-2.0

import Graft

// A closure that can't be kept, though it does not look like one.

typealias Provider = () -> Int

@Extensible
protocol Source {
  typealias Handler = (Int) -> Int
  typealias Named = Handler
  typealias Taking<Value> = (Value) -> Void
  typealias Mapping = (String) -> String
  typealias Filter = @Sendable (Int) -> Bool
  func each(_ body: Handler)
  func take(_ body: Taking<Int>)
  func eachOf(_ body: Source.Handler)
  func eachNamed(_ body: Named, _ number: Int) async
  func filtered(by filter: Filter, _ filters: [Filter]) -> Int
  func first(_ body: (Handler), kept: @escaping Provider) -> Int
  func last(_ mapping: Mapping) -> Int
  // swift-format-ignore
  func pipe(to: @escaping(Int) -> Void)
  // swift-format-ignore
  func pipe(both: @escaping@Sendable(Int) -> Void, _: borrowing [(Int) -> Void])
  init(content: @escaping Provider)
}

@Default
extension Source where Self: Graft::AuthorDefault {
  func each(_ body: (Int) -> Int) { _ = body(1) }
}

@Extension
final class Counting<Subject: Source>: SourceExtension<Subject> {
  override func each(_ subject: Subject, _ body: (Int) -> Int) { super.each(subject, body) }
}

// As the value of a setter.
@Extensible
protocol Button {
  typealias Handler = (Int) -> Int
  typealias Named = Handler
  typealias Action = @Sendable (Int) -> Void
  var pressed: Handler { get set }
  var released: Named? { get set }
  var held: Action { get set }
  static var fallback: Handler { get set }
  subscript(_ index: Int) -> Handler { get set }
  func handler(_ index: Int) -> Named
}

@Extensible
protocol Remote: AnyObject {
  typealias Handler = (Int) -> Int
  var pressed: Handler { get set }
}
