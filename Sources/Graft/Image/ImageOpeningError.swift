// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// Why the dynamic linker did not open an image.
///
/// An image that was compiled against another version of a protocol may need a
/// requirement that was removed or changed. `dlopen` with `RTLD_NOW` then fails and
/// tells the mangled name of it.
public struct ImageOpeningError: Error, Equatable, Sendable {
  /// What the dynamic linker says.
  public let message: String
  /// The file that needs a symbol which no loaded image has.
  public let path: String?
  /// That symbol.
  public let missingSymbol: String?

  /// - Parameter message: what `dlerror` returned.
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

  /// The epoch of the Graft that the file was compiled with, if that is what no loaded
  /// image has: the layouts that are compiled into generated code are others there.
  public var missingEpoch: Int? { missingSymbol.flatMap(Epoch.of(symbol:)) }

  /// What the symbol stands for in Swift, such as
  /// `API._GraftBaseOfGreeter.greet(A, Swift.String) -> Swift.String`, a method of the class
  /// that `GreeterExtension` is.
  public var missingDeclaration: String? {
    missingSymbol.flatMap(SwiftRuntime.demangled).map(EpochSymbol.declaration)
  }
}

extension ImageOpeningError: CustomStringConvertible {
  public var description: String {
    if let path, let missingEpoch {
      let error = ImageLoadError.epochDiffers(
        path: path, found: missingEpoch, wanted: Epoch.current)
      return error.description
    }
    guard let path, let missing = missingDeclaration ?? missingSymbol else { return message }
    return
      "\(path) needs \(missing), which no loaded image has: build it again with the versions that this program uses"
  }
}

/// The layouts that are compiled into generated code, by a number that rises when one changes.
enum Epoch {
  /// That of this library.
  static var current: Int { Int(GRAFT_EPOCH) }

  /// Begins the name of the symbol that images with such code refer to.
  static let prefix = EpochSymbol.prefix

  /// The epoch that a symbol has in its name.
  static func of(symbol: String) -> Int? {
    EpochSymbol.epoch(of: symbol, demangled: SwiftRuntime.demangled(symbol))
  }
}
