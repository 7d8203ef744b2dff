// SPDX-License-Identifier: Apache-2.0

import RandomProtocols

/// Calls a requirement through an existential.
@inline(never)
func callExistential(
  _ subject: inout any Speaker, _ requirement: Requirement, _ text: String
) -> String {
  switch requirement {
  case .plain: return subject.plain(text)
  case .failing:
    do { return try subject.failing(text) } catch { return Refusal.text(error) }
  case .typed:
    do { return try subject.typed(text) } catch { return Refusal.text(error) }
  case .change:
    subject.count = 0
    let result = subject.change(text)
    return result + "#\(subject.count)"
  case .changeFailing:
    subject.count = 0
    do {
      let result = try subject.changeFailing(text)
      return result + "#\(subject.count)"
    } catch {
      return Refusal.text(error) + "#\(subject.count)"
    }
  case .kind: return type(of: subject).kind(text)
  case .title: return subject.title
  case .setTitle:
    subject.title = text
    return ""
  case .item: return subject[item: text]
  case .setItem:
    subject[item: "k"] = text
    return ""
  case .fill:
    var text = text
    let result = subject.fill(&text)
    return result + "=" + text
  case .apply: return subject.apply { "<" + text + $0 + ">" }
  case .several: return subject.several(text, 7, "last")
  default: fatalError("\(requirement) is async, or no speaker's")
  }
}

@inline(never)
func callLaterExistential(
  _ subject: inout any Speaker, _ requirement: Requirement, _ text: String
) async -> String {
  switch requirement {
  case .later: return await subject.later(text)
  case .laterFailing:
    do { return try await subject.laterFailing(text) } catch { return Refusal.text(error) }
  default: fatalError("\(requirement) is not async")
  }
}
