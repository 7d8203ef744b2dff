// SPDX-License-Identifier: Apache-2.0
// -DSLOW

import Graft

@Extensible
public protocol Engine {
  func start() -> Int
  #if SLOW
    var delay: Int { get set }
  #else
    var haste: Int { get set }
  #endif
  #if os(Linux) && compiler(>=6)
    func cool() throws -> Int
    #if !SLOW
      func heat()
    #endif
  #elseif os(Windows)
    func open()
  #endif
  #if canImport(Glibc)
    @Required func wait()
  #endif
}

#if !SLOW
  extension Engine {
    public func start() -> Int { 1 }
  }
#endif

@Extension
final class Cooling<Subject: Engine>: EngineExtension<Subject> {
  override func cool(_ subject: Subject) throws -> Int { subject.delay }
  override func setDelay(_ subject: inout Subject, _ newValue: Int) {}
}

struct Motor: Engine {
  func wait() {}
}
