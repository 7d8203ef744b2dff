// SPDX-License-Identifier: Apache-2.0
// -strict-memory-safety

import Graft

@Extensible
protocol Reader {
  func f(_ p: UnsafeRawPointer) -> Int
  func g(_ p: UnsafePointer<Int>, _ n: Int) throws -> UnsafeRawPointer
  var base: UnsafeMutableRawPointer { get set }
  func h(_ p: UnsafeRawPointer) async -> UnsafeRawPointer
  static func make(_ p: UnsafeRawBufferPointer) -> Self
  func each(_ body: (UnsafeRawBufferPointer) -> Void)
  subscript(p: UnsafeRawPointer) -> Int { get set }
  init(raw: UnsafeRawPointer)
}
@Extension
final class Counting<Subject: Reader>: ReaderExtension<Subject> {
  override func f(_ subject: Subject, _ p: UnsafeRawPointer) -> Int { unsafe super.f(subject, p) }
}

@safe struct Tape: Reader {
  @Advisable((any Reader).self) func f(_ p: UnsafeRawPointer) -> Int { 1 }
  @Advisable((any Reader).self) func h(_ p: UnsafeRawPointer) async -> UnsafeRawPointer { unsafe p }
  @Advisable((any Reader).self) init(raw: UnsafeRawPointer) {
    unsafe base = UnsafeMutableRawPointer(mutating: raw)
  }
  @AdvisableProperty((any Reader).self, setter: true) var base: UnsafeMutableRawPointer
}

@safe final class Reel: Reader {
  @AdvisableProperty((any Reader).self) var base: UnsafeMutableRawPointer
  required init(raw: UnsafeRawPointer) {
    unsafe base = UnsafeMutableRawPointer(mutating: raw)
  }
}

@Extensible
protocol Cursor {
  mutating func g(_ p: UnsafePointer<Int>, _ n: Int, _ m: Int, _ k: Int) throws -> UnsafeRawPointer
  func h(_ n: Int, _ m: Int, _ k: Int, _ l: Int) -> UnsafeRawPointer
  func v(_ n: UnsafeRawPointer, _ m: Int, _ k: Int, _ l: Int)
  func t(_ n: UnsafeRawPointer, _ m: Int, _ k: Int, _ l: Int) throws
  func ty(_ n: UnsafeRawPointer) throws(CancellationError) -> Int
  func ty2() throws(CancellationError) -> UnsafeRawPointer
  mutating func io(_ n: inout UnsafeRawPointer) -> Int
  func io2(_ n: inout UnsafeRawPointer)
  func gen<T>(_ n: UnsafePointer<T>) -> T
  func re(_ body: (UnsafeRawBufferPointer) throws -> Int) rethrows -> Int
  func asy(_ a: Int, _ n: UnsafeRawPointer) async throws
  func asy2(_ a: Int, _ n: Int) async -> UnsafeRawPointer
  static func st(_ n: OpaquePointer?) -> Unmanaged<AnyObject>?
  func never(_ n: UnsafeRawPointer) -> Never
  func vari(_ n: UnsafeRawPointer...)
  func cons(_ n: consuming UnsafeRawPointer) -> Int
  func bor(_ n: borrowing UnsafeRawPointer, _ k: Int) -> Int
  func auto(_ n: @autoclosure () -> UnsafeRawPointer) -> Int
}

@Extensible
public protocol Table {
  func v(_ n: UnsafeRawPointer, _ m: Int, _ k: Int, _ l: Int)
  subscript(n: UnsafeRawPointer) -> UnsafeRawPointer { get set }
}

@Extensible
public protocol Handle: AnyObject {
  var n: UnsafeRawPointer { get set }
}

@MainActor @Extensible
protocol Screen {
  func v(_ n: UnsafeRawPointer, _ m: Int) -> UnsafeRawPointer
  mutating func w(_ n: UnsafeRawPointer, _ m: Int) throws
  var base: UnsafeMutableRawPointer { get set }
  func x(_ n: UnsafeRawPointer)
  func y(_ body: @escaping @convention(c) (UnsafePointer<CChar>?) -> Void)
}

@Extensible @OperatorDefaults
protocol Marked {
  @safe func f(_ p: UnsafePointer<Int>) -> Int
  @safe func g(_ p: UnsafePointer<Int>) throws(CancellationError) -> UnsafePointer<Int>
  @unsafe func h(_ n: Int) throws -> Int
  @unsafe var n: Int { get set }
  @unsafe static func + (first: Self, second: Self) -> Int
}

@Default
extension Marked where Self: Graft::AuthorDefault {
  @unsafe func h(_ n: Int) throws -> Int { n }
}

@Default
extension Table where Self: Graft::AuthorDefault {
  public func v(_ n: UnsafeRawPointer, _ m: Int, _ k: Int, _ l: Int) {}
  public subscript(n: UnsafeRawPointer) -> UnsafeRawPointer {
    get { unsafe n }
    set {}
  }
}
