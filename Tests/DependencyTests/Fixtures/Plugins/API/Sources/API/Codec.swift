// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible(growing: true)
public protocol Codec {
  func decode(_ text: String) throws -> [String]
}

public struct Lines: Codec {
  public init() {}
}
