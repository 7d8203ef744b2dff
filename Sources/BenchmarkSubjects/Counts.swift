// SPDX-License-Identifier: Apache-2.0

public import BenchmarkProtocols
public import Graft

/// A type that makes a new subject type of each argument.
public struct Nest<Inner>: One, Ten, Hundred {
  public init() {}
}

// The records are in `CBenchmarks/records.c`; `@Extension` would write this
// beside them.

final class OneAnswer<Subject: One>: OneExtension<Subject> {
  override func one(_ subject: Subject) -> Int { 1 }
}

@c(benchmark_one)
public func oneAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func linkClass<Subject: One>(_: Subject.Type) -> ExtensionLink.Type {
    OneAnswer<Subject>.self
  }
  return ExtensionAccessor.answer(
    request, extending: _GraftOne._description(), compiledShape: _GraftOne._shape()
  ) { (subject: any One.Type) in linkClass(subject) }
}

final class TenAnswer<Subject: Ten>: TenExtension<Subject> {
  override func ten(_ subject: Subject) -> Int { 1 }
}

@c(benchmark_ten)
public func tenAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func linkClass<Subject: Ten>(_: Subject.Type) -> ExtensionLink.Type {
    TenAnswer<Subject>.self
  }
  return ExtensionAccessor.answer(
    request, extending: _GraftTen._description(), compiledShape: _GraftTen._shape()
  ) { (subject: any Ten.Type) in linkClass(subject) }
}

final class HundredAnswer<Subject: Hundred>: HundredExtension<Subject> {
  override func hundred(_ subject: Subject) -> Int { 1 }
}

@c(benchmark_hundred)
public func hundredAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func linkClass<Subject: Hundred>(_: Subject.Type) -> ExtensionLink.Type {
    HundredAnswer<Subject>.self
  }
  return ExtensionAccessor.answer(
    request, extending: _GraftHundred._description(), compiledShape: _GraftHundred._shape()
  ) { (subject: any Hundred.Type) in linkClass(subject) }
}
