// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Kinds

@Test func width() { #expect(Board.width == 150) }
