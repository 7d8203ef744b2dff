// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import GraftDescriptors

/// An event that traces and probes tell of. `row` says how each is told.
///
/// Calls that a pointcut has chosen have probes only, in `CallProbes.swift`.
enum Event {
  /// The loader has entered an image.
  case entered(ImageTable.Entry)
  case change(RegistryChange)
  /// A name matches nothing, so far or to the end.
  case unmatched(UnmatchedName, when: String)
  case resolved(ExtensionResolution)
  case adviceIn(InstalledAdvice)
  case adviceOut(InstalledAdvice)

  /// How an event is told. Texts are made where they are read, and a probe without a tracer costs
  /// a load and a branch.
  struct Row {
    /// The topic of `GRAFT_TRACE` under which it is traced, if it is.
    let topic: Trace.Topic?
    /// Its object in a trace as JSON.
    let json: () -> JSON
    /// Its line in a trace, with controls escaped; nil if text leaves it out.
    let line: () -> String?
    /// Runs its probe, for tracers such as gdb, perf and bpftrace; nil if none is attached.
    let probe: (() -> Void)?

    init(
      _ topic: Trace.Topic?, json: @autoclosure @escaping () -> JSON = .null,
      line: @autoclosure @escaping () -> String? = nil,
      isProbed: Bool = false, probe: @escaping () -> Void = {}
    ) {
      (self.topic, self.json, self.line) = (topic, json, line)
      self.probe = isProbed ? probe : nil
    }
  }

  var row: Row {
    switch self {
    case .change(let change): change.row
    case .entered(let entry):
      Row(
        .load,
        json: [
          "event": .string("entered"), "image": entry.image.json,
          "state": .string(entry.state.rawValue), "descriptors": .number(entry.loaded.recordCount),
          "skipped": .array(entry.loaded.flaws.map { .string($0.description) }),
        ],
        line: """
          \(entry.image.path): \(entry.loaded.recordCount.counted("descriptor")), \
          \(entry.state.rawValue)
          """.escapingControls
            + entry.loaded.flaws.map { "\n  skipped: \($0.description.escapingControls)" }.joined())
    case .unmatched(let name, let when):
      Row(
        .load, json: ["event": .string("unmatched"), "when": .string(when), "name": name.json],
        line: "unmatched \(when): \(name)".escapingControls)
    case .resolved(let resolution):
      // The names in the text are escaped.
      Row(
        .resolve, json: ["event": .string("resolved"), "resolution": resolution.json],
        line: "\(resolution)")
    case .adviceIn(let advice):
      Row(nil, isProbed: graft_is_traced_advice_in()) {
        graft_trace_advice_in(advice.displayName, advice.requirementName, "\(advice.scope)")
      }
    case .adviceOut(let advice):
      Row(nil, isProbed: graft_is_traced_advice_out()) {
        graft_trace_advice_out(advice.displayName, advice.requirementName, "\(advice.scope)")
      }
    }
  }
}

extension RegistryChange {
  fileprivate var row: Event.Row {
    switch self {
    case .arrived(let image):
      Event.Row(
        .load, json: json, line: line(image, .active), isProbed: graft_is_traced_image_arrived()
      ) { graft_trace_image_arrived(image.path, UInt64(image.recordCount)) }
    case .refused(let path, let error):
      Event.Row(
        .load, json: json, line: "refused: \(error)".escapingControls,
        isProbed: graft_is_traced_image_refused()
      ) { graft_trace_image_refused(path, "\(error)") }
    case .withdrawn(let image):
      Event.Row(
        .load, json: json, line: line(image, .withdrawn),
        isProbed: graft_is_traced_image_withdrawn()
      ) { graft_trace_image_withdrawn(image.path) }
    case .reinstated(let image):
      Event.Row(
        .load, json: json, line: line(image, .active),
        isProbed: graft_is_traced_image_reinstated()
      ) { graft_trace_image_reinstated(image.path) }
    case .superseded(let image, let newer):
      Event.Row(
        .load, json: json, line: line(image, .superseded),
        isProbed: graft_is_traced_image_superseded()
      ) { graft_trace_image_superseded(image.path, newer.path) }
    case .rolledBack(let image):
      Event.Row(
        .load, json: json, line: line(image, .rolledBack),
        isProbed: graft_is_traced_image_rolled_back()
      ) { graft_trace_image_rolled_back(image.path) }
    case .answered(let change):
      Event.Row(.load, json: json, isProbed: graft_is_traced_answer_changed()) {
        graft_trace_answer_changed(
          change.protocolName, change.requirement.text, change.subject, change.after?.name ?? "")
      }
    case .lost: Event.Row(.load, json: json)
    }
  }

  private func line(_ image: ExtensionImage, _ state: ImageState) -> String {
    "\(image.path): \(state.rawValue), a build of \(image.identity)".escapingControls
  }
}

extension InstalledAdvice {
  fileprivate var displayName: String { options.name ?? source }
  fileprivate var requirementName: String { extended.requirements[requirement].name.text }
}

extension ExtensionImage {
  /// The number of records in the image's section.
  fileprivate var recordCount: Int {
    let loaded = LoadedImages.images(after: nil)
    return loaded.first { $0.sectionAddress == sectionAddress }?.recordCount ?? 0
  }
}
