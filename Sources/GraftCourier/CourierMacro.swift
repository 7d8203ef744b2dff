// SPDX-License-Identifier: Apache-2.0

// A courier's protocol is often extensible, and who writes `import GraftCourier` has both.
@_exported public import Graft

/// Lets one object pass the calls of a protocol on to several.
///
/// On protocol `P` this writes the class `PCourier`, which conforms to `P`, and in an
/// extension of `P` what each courier does with the requirements of `P`: also the
/// courier of a protocol that refines `P`. So every protocol that `P` refines and
/// that requires anything needs the macro too.
///
/// - Parameter concurrent: true to call the receivers of `async` requirements at the
///   same time. What they take and return then has to be `Sendable`, and so has `P`.
@attached(peer, names: suffixed(Courier), prefixed(_GraftCourier))
@attached(extension, names: arbitrary)
public macro Courier(concurrent: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "CourierAttribute")

/// For the code that `@Courier` writes: its class is not shared between threads.
@attached(extension, conformances: Sendable)
public macro _UnsharedCourier() =
  #externalMacro(module: "GraftMacros", type: "UnsharedCourierAttribute")
