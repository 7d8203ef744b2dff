// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

// The static probes of calls that a pointcut has chosen.
extension AdvisedCall {
  /// Runs the probe `call_begin` if a tracer is attached to it.
  @inline(__always)
  func probeBegin() {
    if graft_is_traced_call_begin() { traceBegin() }
  }

  /// Runs the probe `call_end` if a tracer is attached to it.
  ///
  /// - Parameter hasThrown: whether the rest of the call has thrown.
  @inline(__always)
  func probeEnd(hasThrown: Bool) {
    if graft_is_traced_call_end() { traceEnd(hasThrown) }
  }

  @inline(never)
  private func traceBegin() {
    graft_trace_call_begin(id, protocolName, requirement.text, subjectName)
  }

  @inline(never)
  private func traceEnd(_ hasThrown: Bool) {
    graft_trace_call_end(id, protocolName, requirement.text, subjectName, hasThrown ? 1 : 0)
  }

  private var subjectName: String { SwiftRuntime.name(of: subject, isQualified: false) }
}
