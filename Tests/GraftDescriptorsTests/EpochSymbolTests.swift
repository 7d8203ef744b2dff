// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

@Suite("What a missing symbol says")
struct EpochSymbolTests {
  @Test(
    "A name with the hash of a protocol's requirements stands for these",
    arguments: [
      (
        "(extension in API):API.Shop._graft3_Shop_bf2081d9cecd940b(Swift.Int) -> Swift.UInt",
        "API.Shop"
      ),
      (
        "static (extension in API):API.Inner.Shop._graft3_Shop_1f(Swift.Int) -> Swift.UInt",
        "API.Inner.Shop"
      ),
      (
        "static API._GraftShop._cells_975ac5852dc971f3() -> Swift.UnsafeMutableRawPointer",
        "API.Shop"
      ),
    ])
  func requirements(demangled: String, name: String) {
    #expect(
      EpochSymbol.declaration(demangled) == "the requirements of \(name) that it was compiled with")
  }

  @Test(
    "Other functions of generated code stand for themselves",
    arguments: [
      "(extension in API):API.Shop._graft3_Shop_head(Swift.Int) -> Swift.UInt",
      "static API._GraftShop._graft3_base(of: API.Shop.Type) -> Graft.ExtensionBase.Type",
      "(extension in API):API.Shop.price(Swift.Int) -> Swift.Int",
    ])
  func others(demangled: String) { #expect(EpochSymbol.declaration(demangled) == demangled) }

  @Test("The epoch is part of each name")
  func epochs() {
    #expect(EpochSymbol.epoch(of: "graft_epoch_12", demangled: nil) == 12)
    for name in ["_graft7_Shop_1f(Swift.Int)", "_graft7_base(of: API.Shop.Type)"] {
      #expect(EpochSymbol.epoch(of: "$s", demangled: "API.Shop.\(name)") == 7)
    }
    #expect(EpochSymbol.epoch(of: "$s", demangled: "API.Shop._graftX_1f(Swift.Int)") == nil)
    #expect(EpochSymbol.epoch(of: "$s", demangled: "API.Shop._graft7(Swift.Int)") == nil)
  }
}
