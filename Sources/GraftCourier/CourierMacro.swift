// SPDX-License-Identifier: Apache-2.0

// A courier's protocol is often extensible, so `import GraftCourier` imports both.
@_exported public import Graft

/// Writes a class that forwards the calls of a protocol to several objects.
///
/// The courier of protocol `P` is the class `PCourier`, which conforms to `P`. An
/// extension of `P` has the implementations of the requirements of `P` for each
/// courier, including the courier of a protocol that refines `P`. So every refined
/// protocol that has requirements needs the macro too.
///
/// - Parameter concurrent: whether to call the receivers of `async` requirements
///   concurrently. Their parameters and results, and `P` itself, must then be
///   `Sendable`.
@attached(peer, names: suffixed(Courier), prefixed(_GraftCourier))
@attached(extension, names: arbitrary)
public macro Courier(concurrent: Bool = false) =
  #externalMacro(module: "GraftMacros", type: "CourierAttribute")

/// Declares a courier's class not `Sendable`.
///
/// Only the code of `@Courier` uses it.
@attached(extension, conformances: Sendable)
public macro _UnsharedCourier() =
  #externalMacro(module: "GraftMacros", type: "UnsharedCourierAttribute")

/// Writes a courier's class in an extension.
///
/// Only the code of `@Courier` uses it.
@attached(extension, names: arbitrary)
public macro _CourierClass(_ text: String) =
  #externalMacro(module: "GraftMacros", type: "CourierClassAttribute")
