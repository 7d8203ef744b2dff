// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The static probes of changes, for tracers such as gdb, perf and bpftrace.
///
/// A probe without a tracer costs a load and a branch: its texts are not made.
enum Probes {
  /// Runs the probe of a change, without the lock; nil if no tracer is attached to it.
  static func probe(of change: RegistryChange) -> (() -> Void)? {
    switch change {
    case .arrived(let image):
      graft_is_traced_image_arrived()
        ? { graft_trace_image_arrived(image.path, UInt64(recordCount(of: image))) } : nil
    case .refused(let path, let error):
      graft_is_traced_image_refused() ? { graft_trace_image_refused(path, "\(error)") } : nil
    case .withdrawn(let image):
      graft_is_traced_image_withdrawn() ? { graft_trace_image_withdrawn(image.path) } : nil
    case .reinstated(let image):
      graft_is_traced_image_reinstated() ? { graft_trace_image_reinstated(image.path) } : nil
    case .superseded(let image, let newer):
      graft_is_traced_image_superseded()
        ? { graft_trace_image_superseded(image.path, newer.path) } : nil
    case .rolledBack(let image):
      graft_is_traced_image_rolled_back() ? { graft_trace_image_rolled_back(image.path) } : nil
    case .answered(let change):
      graft_is_traced_answer_changed()
        ? {
          graft_trace_answer_changed(
            change.protocolName, change.requirement.text, change.subject, change.after?.name ?? "")
        } : nil
    case .lost: nil
    }
  }

  static func adviceIn(_ advice: InstalledAdvice) {
    guard graft_is_traced_advice_in() else { return }
    graft_trace_advice_in(advice.displayName, advice.requirementName, advice.scope.description)
  }

  static func adviceOut(_ advice: InstalledAdvice) {
    guard graft_is_traced_advice_out() else { return }
    graft_trace_advice_out(advice.displayName, advice.requirementName, advice.scope.description)
  }

  /// The number of records in an image's section.
  private static func recordCount(of image: ExtensionImage) -> Int {
    let loaded = LoadedImages.images(after: nil)
    return loaded.first { $0.sectionAddress == image.sectionAddress }?.recordCount ?? 0
  }
}

extension InstalledAdvice {
  fileprivate var displayName: String { options.name ?? source }
  fileprivate var requirementName: String { extended.requirements[requirement].name.text }
}
