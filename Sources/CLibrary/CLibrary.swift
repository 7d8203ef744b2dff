// SPDX-License-Identifier: Apache-2.0

// The C library, by one name on each platform.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
