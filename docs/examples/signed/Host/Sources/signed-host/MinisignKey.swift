import CSodium
import Foundation

/// A public key of minisign, and what it says of files.
struct MinisignKey {
  enum Refusal: Error {
    case malformed(String)
    case otherKey
    case wrongSignature
  }

  private let identifier: [UInt8]
  private let key: [UInt8]

  /// - Parameter text: of the file that `minisign -G` writes: a comment, then the key.
  init(_ text: String) throws {
    guard sodium_init() >= 0 else { throw Refusal.malformed("libsodium does not start") }
    let bytes = try Self.decoded(text, line: 1, count: 42)
    guard bytes.starts(with: Array("Ed".utf8)) else { throw Refusal.malformed("the key") }
    identifier = Array(bytes[2..<10])
    key = Array(bytes[10...])
  }

  /// - Parameters:
  ///   - bytes: the file.
  ///   - signature: of the file that `minisign -S` writes.
  /// - Throws: `Refusal` unless the key has signed the bytes.
  func verify(_ bytes: [UInt8], by signature: String) throws {
    let signed = try Self.decoded(signature, line: 1, count: 74)
    guard Array(signed[2..<10]) == identifier else { throw Refusal.otherKey }
    let mark = Array(signed[10...])
    // Also in the form of old versions, where the file itself is signed and not its hash.
    let isHashed = signed.starts(with: Array("ED".utf8))
    guard isHashed || signed.starts(with: Array("Ed".utf8)) else {
      throw Refusal.malformed("the signature")
    }
    guard isRight(mark, of: isHashed ? Self.hash(bytes) : bytes) else {
      throw Refusal.wrongSignature
    }
    // The comment is signed with the signature.
    let lines = signature.split(separator: "\n", omittingEmptySubsequences: false)
    let prefix = "trusted comment: "
    guard lines.count > 2, lines[2].hasPrefix(prefix) else {
      throw Refusal.malformed("the comment")
    }
    let whole = try Self.decoded(signature, line: 3, count: 64)
    guard isRight(whole, of: mark + Array(lines[2].dropFirst(prefix.count).utf8)) else {
      throw Refusal.wrongSignature
    }
  }

  private func isRight(_ mark: [UInt8], of bytes: [UInt8]) -> Bool {
    crypto_sign_verify_detached(mark, bytes, UInt64(bytes.count), key) == 0
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 64)
    crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    return hash
  }

  private static func decoded(_ text: String, line: Int, count: Int) throws -> [UInt8] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard line < lines.count, let data = Data(base64Encoded: String(lines[line])),
      data.count == count
    else { throw Refusal.malformed("line \(line + 1)") }
    return Array(data)
  }
}
