// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Section flags, `sh_flags`.
public enum SectionFlag {
  static let write: UInt64 = 1 << 0
  static let alloc: UInt64 = 1 << 1
  static let execute: UInt64 = 1 << 2
  static let compressed: UInt64 = 1 << 11
  static let retain: UInt64 = 1 << 21

  /// The flags as readelf writes them, by their bits: `WAR`.
  ///
  /// A flag without a letter is `o` if the system defines it, `p` if the processor
  /// does, else `x`.
  public static func letters(_ flags: UInt64, machine: UInt16) -> String {
    var (text, rest) = ("", flags)
    while rest != 0 {
      let flag = rest & (~rest &+ 1)
      let (letter, others) = letter(flag, machine)
      text.append(letter)
      // A single letter stands for all such flags.
      rest &= ~(flag | others)
    }
    return text
  }

  private static let ofSystem: UInt64 = 0x0ff0_0000
  private static let ofProcessor: UInt64 = 0xf000_0000

  private static func letter(
    _ flag: UInt64, _ machine: UInt16
  ) -> (letter: Character, others: UInt64) {
    switch (flag, machine) {
    case (write, _): ("W", 0)
    case (alloc, _): ("A", 0)
    case (execute, _): ("X", 0)
    case (1 << 4, _): ("M", 0)
    case (1 << 5, _): ("S", 0)
    case (1 << 6, _): ("I", 0)
    case (1 << 7, _): ("L", 0)
    case (1 << 8, _): ("O", 0)
    case (1 << 9, _): ("G", 0)
    case (1 << 10, _): ("T", 0)
    case (compressed, _): ("C", 0)
    case (retain, _): ("R", 0)
    case (1 << 24, _): ("D", 0)
    case (1 << 28, Machine.x86_64): ("l", 0)
    case (1 << 28, Machine.powerPC): ("v", 0)
    case (1 << 29, Machine.arm): ("y", 0)
    case (1 << 31, _): ("E", 0)
    default:
      flag & ofSystem != 0
        ? ("o", ofSystem & ~(retain | 1 << 24))
        : flag & ofProcessor != 0
          ? ("p", ofProcessor & ~(1 << 31)) : ("x", ~(ofSystem | ofProcessor))
    }
  }
}
