// SPDX-License-Identifier: Apache-2.0

/// Something of the name of what another module changes, which it does not see.
public func apart() -> Int { global() }

private func global() -> Int { 1 }
