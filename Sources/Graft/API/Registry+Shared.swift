// SPDX-License-Identifier: Apache-2.0

// The process has one of these, for generated code and for programs. Whatever is below this
// folder is given its registry.

extension Registry {
  static let shared: Registry = {
    Trace.tellUnmatchedAtExit()
    return Registry()
  }()
}
