// SPDX-License-Identifier: Apache-2.0

/// What the command can be asked.
enum Verb: String, CaseIterable {
  case list
  case dump
  case check
  case diff
  case why
  case schema
}
