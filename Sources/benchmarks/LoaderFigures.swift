// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects
import CBenchmarks
import CGraftLoader
import CLibrary
import Graft

/// The cost of the loader's constructor, measured by its own functions: a walk
/// over the images, and a scan of an image's records.
enum LoaderFigures {
  /// Times the walk over images, and the search for notes in each. The loader
  /// knows all of them already.
  static func walk(_ images: GeneratedImages) -> [Figure] {
    for path in images.plainImages() where benchmark_open(path) == nil { return [] }
    let comparison = Comparison(
      rounds: 2000,
      of: {
        graft_walk_images()
        return 0
      }, with: { Int(benchmark_iterate_images()) })
    let count = benchmark_iterate_images()
    guard let program = dlopen(nil, RTLD_LAZY | RTLD_NOLOAD) else { return [] }
    defer { dlclose(program) }
    var neededCount = 0
    let needed = (0..<200).map { _ in
      duration {
        neededCount = 0
        graft_each_needed_image(
          program,
          { _, count in
            count!.assumingMemoryBound(to: Int.self).pointee += 1
            return true
          }, &neededCount)
        return neededCount
      }
    }.min()!
    return [
      Figure(
        "walk over \(GeneratedImages.plainImageCount) images without descriptors, in empty walks",
        comparison.ratio, atMost: 5,
        "\((comparison.reference * 1e6).text(2)) µs → \((comparison.measured * 1e6).text(2)) µs, \(count) images in all"
      ),
      Figure(
        "search for the images that the program needs, once if others have descriptors (µs)",
        needed * 1e6, digits: 1, "\(neededCount) images"),
    ]
  }

  /// Measures memory first, with no resolution and then with one.
  static func records(_ images: GeneratedImages) -> [Figure] {
    let path = images.recordImage()
    let empty = images.recordImage(1)
    let records = Double(GeneratedImages.recordCount)
    _ = Nest<Int>().one()
    let before = benchmark_malloc_byte_count()
    var handle: UnsafeMutableRawPointer?
    let opening = duration {
      handle = benchmark_open(path)
      return 0
    }
    guard let handle, let other = benchmark_open(empty), let image = last(records) else {
      return []
    }
    let takingIn = duration { Nest<Double>().one() }
    let bytes = Double(benchmark_malloc_byte_count() - before) / records
    let relocations =
      benchmark_relocation_count(handle) - benchmark_relocation_count(other)
    let comparison = Comparison(
      rounds: 31,
      of: {
        var scan = graft_scan()
        graft_scan_records(image.start, image.byte_count, &scan)
        free(scan.records)
        free(scan.flaws)
        return scan.record_count
      }, with: { benchmark_check_records(image.start, image.byte_count) })
    return [
      Figure(
        "scan of 100,000 descriptors, in loops that read and check each", comparison.ratio,
        atMost: 2,
        "\((comparison.reference * 1e3).text(2)) ms → \((comparison.measured * 1e3).text(2)) ms"),
      Figure(
        "relocations for each descriptor", Double(relocations) / (records - 1), atMost: 1,
        "\(relocations) more than with one"),
      Figure(
        "bytes kept for each descriptor", bytes, digits: 1, atMost: 64,
        "\(Int(bytes * records / 1024)) KiB, by malloc, after one resolution"),
      Figure(
        "dlopen of 100,000 descriptors (ms)", opening * 1e3, digits: 1,
        "reading the file included"),
      Figure(
        "first resolution after it (ms)", takingIn * 1e3, digits: 1, "takes in 100,000 names"),
    ]
  }

  /// The image with the given number of records.
  private static func last(_ records: Double) -> graft_image? {
    var next = graft_first_image()
    while let image = next {
      if image.pointee.scan.record_count == Int(records) { return image.pointee }
      next = graft_next_image(image)
    }
    return nil
  }
}
