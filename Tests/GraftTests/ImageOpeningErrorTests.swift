// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

@Suite("What the dynamic linker says")
struct ImageOpeningErrorTests {
  private static let symbols = [
    "graft_epoch_7", "$s18BenchmarkProtocols13GraftedObjectPAAE08_graft7_cD2_0yS2iF",
    "$s18BenchmarkProtocols13_GraftChainedO15_graft7_ownHeadySuxm_SiAA0D0_pXp0C013"
      + "ExtensionLinkCAF0I4SeatVXEtAaERzlFZ",
  ]

  @Test("A symbol of another epoch is told as that", arguments: symbols)
  func epoch(symbol: String) {
    let error = ImageOpeningError(message: "/opt/libThings.so: undefined symbol: \(symbol)")
    #expect(error.missingEpoch == 7)
    #expect(
      "\(error)" == "/opt/libThings.so: compiled with a Graft of epoch 7, and the one in this "
        + "process is of epoch 3: build it, and the libraries that it needs, with the Graft of "
        + "this process")
  }

  @Test(
    "Others are not",
    arguments: [
      "graft_epoch_", "graft_epochs_7", "graft_image_arrived",
      "$s18BenchmarkProtocols9_GraftOneO5cellss11InlineArrayVy$4_SuGvpZ",
    ])
  func others(symbol: String) {
    let error = ImageOpeningError(message: "libThings.so: undefined symbol: \(symbol)")
    #expect(error.missingSymbol == symbol && error.missingEpoch == nil)
  }
}
