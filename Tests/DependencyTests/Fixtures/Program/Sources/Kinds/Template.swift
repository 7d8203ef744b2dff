// SPDX-License-Identifier: Apache-2.0

/// Nothing is compiled from this file.
func template() -> Int { 1 }
