// SPDX-License-Identifier: Apache-2.0

func unused() -> Int { 1 }
