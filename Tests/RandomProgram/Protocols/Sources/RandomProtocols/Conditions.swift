// SPDX-License-Identifier: Apache-2.0

// Conditions of extensions.

public protocol Named {}
public protocol Aged {}
public protocol Host: Speaker {}

/// Has a requirement, so a conformance that is isolated counts on its actor only.
public protocol Lit {
  var light: String { get }
}

/// Also for what can't be copied.
public protocol Stamped: ~Copyable {}
