// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// An error of the dynamic linker when it opened an image.
///
/// An image that was compiled against another version of a protocol may need a
/// requirement that was removed or changed. `dlopen` with `RTLD_NOW` then fails,
/// and reports the requirement's mangled name.
public struct ImageOpeningError: Error, Equatable, Sendable {
  /// The dynamic linker's message.
  public let message: String
  /// The file that needs a missing symbol; nil for another error.
  public let path: String?
  /// The mangled name of the missing symbol; nil for another error.
  public let missingSymbol: String?

  /// Parses a message.
  ///
  /// - Parameter message: the result of `dlerror`.
  public init(message: String) {
    self.message = message
    // "PATH: undefined symbol: SYMBOL" or "…SYMBOL, version VERSION".
    let marker = ": undefined symbol: "
    if let range = message.firstRange(of: marker) {
      path = String(message[..<range.lowerBound])
      missingSymbol = String(message[range.upperBound...].prefix { $0 != "," && $0 != " " })
    } else {
      path = nil
      missingSymbol = nil
    }
  }

  /// The epoch of the Graft that the file was compiled with, if the missing symbol
  /// names another one than this Graft's.
  ///
  /// Generated code contains the layouts of its epoch.
  public var missingEpoch: Int? {
    let epoch = missingSymbol.flatMap { EpochSymbol.epoch(of: $0) }
    return epoch == EpochSymbol.current ? nil : epoch
  }

  /// The Swift declaration of the missing symbol, such as
  /// `API._GraftBaseOfGreeter.greet(A, Swift.String) -> Swift.String`, a method of
  /// the class that `GreeterExtension` is.
  public var missingDeclaration: String? {
    missingSymbol.flatMap(SwiftRuntime.demangled).map(EpochSymbol.declaration)
  }
}

extension ImageOpeningError: CustomStringConvertible {
  public var description: String {
    if let path, let missingEpoch {
      let error = ImageLoadError.epochDiffers(
        path: path, found: missingEpoch, wanted: EpochSymbol.current)
      return error.description
    }
    guard let path, let missing = missingDeclaration ?? missingSymbol else { return message }
    return
      "\(path) needs \(missing), which no loaded image has: build it again with the versions that this program uses"
  }
}

// The epoch of the layouts that are compiled into generated code, a number that
// rises when one changes.
extension EpochSymbol {
  /// The epoch of this library.
  static var current: Int { Int(GRAFT_EPOCH) }

  /// The epoch in a symbol's name; nil if it has none.
  static func epoch(of symbol: String) -> Int? {
    epoch(of: symbol, demangled: SwiftRuntime.demangled(symbol))
  }
}
