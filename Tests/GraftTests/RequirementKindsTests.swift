// SPDX-License-Identifier: Apache-2.0

import Graft
import RequirementChecks
import RequirementProtocols
import Testing

@Suite("Each kind of requirement")
struct RequirementKindsTests {
  @Test("Calls directly, through any P and through a generic parameter are answered")
  func answers() async {
    #expect(await failedRequirementChecks() == [])
  }

  @Test("An extension with typed names is in the chain of its overload only")
  func typedNames() throws {
    struct Subject: Overloads {}
    let resolution = OverloadsExtension<Subject>.resolution
    #expect(try #require(resolution["f(_: Int)"]).chain.count == 1)
    #expect(try #require(resolution["f(_: String)"]).chain.count == 2)
  }
}
