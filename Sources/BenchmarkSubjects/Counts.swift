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

private enum OneMaker<Subject> {}

extension OneMaker: ExtensionMaker where Subject: One {
  static var base: any ExtensionBase.Type { OneExtension<Subject>.self }
  static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink {
    OneAnswer<Subject>(successors)
  }
}

@c(benchmark_one)
public func oneAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func makers<Subject>(_: Subject.Type) -> [Any.Type] { [OneMaker<Subject>.self] }
  return ExtensionAccessor.answer(
    request, extending: _GraftOne._description(), compiledShape: _GraftOne._shape(),
    makers(ExtensionAccessor.subject(of: request)))
}

final class TenAnswer<Subject: Ten>: TenExtension<Subject> {
  override func ten(_ subject: Subject) -> Int { 1 }
}

private enum TenMaker<Subject> {}

extension TenMaker: ExtensionMaker where Subject: Ten {
  static var base: any ExtensionBase.Type { TenExtension<Subject>.self }
  static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink {
    TenAnswer<Subject>(successors)
  }
}

@c(benchmark_ten)
public func tenAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func makers<Subject>(_: Subject.Type) -> [Any.Type] { [TenMaker<Subject>.self] }
  return ExtensionAccessor.answer(
    request, extending: _GraftTen._description(), compiledShape: _GraftTen._shape(),
    makers(ExtensionAccessor.subject(of: request)))
}

final class HundredAnswer<Subject: Hundred>: HundredExtension<Subject> {
  override func hundred(_ subject: Subject) -> Int { 1 }
}

private enum HundredMaker<Subject> {}

extension HundredMaker: ExtensionMaker where Subject: Hundred {
  static var base: any ExtensionBase.Type { HundredExtension<Subject>.self }
  static func makeLink(_ successors: LinkSuccessors) -> ExtensionLink {
    HundredAnswer<Subject>(successors)
  }
}

@c(benchmark_hundred)
public func hundredAccessor(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func makers<Subject>(_: Subject.Type) -> [Any.Type] { [HundredMaker<Subject>.self] }
  return ExtensionAccessor.answer(
    request, extending: _GraftHundred._description(), compiledShape: _GraftHundred._shape(),
    makers(ExtensionAccessor.subject(of: request)))
}
