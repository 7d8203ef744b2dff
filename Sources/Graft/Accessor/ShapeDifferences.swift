// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

extension GeneratedCode.CompiledShape {
  /// The reasons why code of this shape can't run with the protocol of the process; empty if it can.
  func differences(to now: GeneratedCode.CompiledShape) -> [String] {
    differencesOfRequirements(to: now) + layouts().compactMap { $0?.difference }
  }

  private func differencesOfRequirements(to now: GeneratedCode.CompiledShape) -> [String] {
    guard hash != now.hash else { return [] }
    guard let then = CompiledProtocol(text: "\(text)"),
      let now = CompiledProtocol(text: "\(now.text)")
    else { return ["its requirements"] }
    let isResilient = count == now.requirements.count
    return isResilient && then.isStart(of: now) ? [] : then.differences(to: now)
  }
}

extension GeneratedCode.Layout {
  /// The difference to the layout that the process has.
  fileprivate var difference: String? {
    let now = TypeMetadata(type).layout
    guard (size, alignment) != (now.size, now.alignment) else { return nil }
    return "\(_typeName(type, qualified: true)) was compiled with \(size) bytes, aligned to "
      + "\(alignment), and this process has \(now.size), aligned to \(now.alignment)"
  }
}
