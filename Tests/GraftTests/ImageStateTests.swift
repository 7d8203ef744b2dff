// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

/// The table of `docs/images.md`.
@Suite struct ImageStateTests {
  typealias Row = [ImageState.Transition: ImageState]

  private static let table: [ImageState: Row] = [
    .staged: [.accept: .active, .refuse: .refused],
    .active: [
      .accept: .active, .refuse: .refused, .withdraw: .withdrawn, .supersede: .superseded,
      .rollBack: .rolledBack,
    ],
    .withdrawn: [
      .accept: .active, .refuse: .refused, .reinstate: .active, .supersede: .superseded,
      .rollBack: .rolledBack,
    ],
    .superseded: [.accept: .active, .refuse: .refused, .restore: .active],
    .rolledBack: [.accept: .active, .refuse: .refused, .reinstate: .active],
    .refused: [.accept: .active],
  ]

  @Test(
    "Each state takes the transitions of the table and no others", arguments: ImageState.allCases)
  func transitions(state: ImageState) throws {
    let row = try #require(Self.table[state])
    for transition in ImageState.Transition.allCases {
      #expect(state.after(transition) == row[transition], "\(state), \(transition)")
    }
  }

  @Test("Only a superseded build is accepted again without `load`")
  func acceptedAgain() throws {
    let loaded = try #require(LoadedImages.images(after: nil).first)
    var images = ImageTable()
    let number = images.add(loaded)
    #expect(images.apply(.accept, to: number) == nil)
    _ = images.apply(.withdraw, to: number)
    #expect(images.apply(.accept, to: number) == nil)
    _ = images.apply(.supersede, to: number)
    #expect(images.apply(.accept, to: number) == [number])
    _ = images.apply(.refuse, to: number)
    #expect(images.apply(.accept, to: number) == nil)
  }
}
