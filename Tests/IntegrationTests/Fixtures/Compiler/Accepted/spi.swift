// SPDX-License-Identifier: Apache-2.0

public import Graft

@_spi(Testing) public struct Secret { public init() {} }

@Extensible
public protocol Vault {
  func open() -> Int
  @Required @_spi(Testing) func open(with secret: Secret) -> Secret
}

extension Vault {
  @_spi(Testing) public func open(with secret: Secret) -> Secret { secret }
}

@_spi(Testing) @Extensible
public protocol SecretVault {
  func open(with secret: Secret) -> Secret
}

public struct Safe: Vault { public init() {} }
