// SPDX-License-Identifier: Apache-2.0

/// Where a store has its images from: the loader's table, or what a test takes of it.
struct ImageSource: Sendable {
  /// Rises with each image that is entered.
  let arrivalCount: @Sendable () -> UInt64
  /// The images that arrived after one, in the order of their arrival.
  let images: @Sendable (_ last: LoadedImage?) -> [LoadedImage]

  static let process = ImageSource(
    arrivalCount: { LoadedImages.arrivalCount }, images: { LoadedImages.images(after: $0) })
}
