// SPDX-License-Identifier: Apache-2.0

public import Graft
import RandomProtocols

@Advice(protocols: "*", requirements: "plain(_:)", "failing(_:)", "later(_:)", "get *")
public final class CallLog: PointcutAdvice {
  public override func before(_ call: AdvisedCall) { Trace.note("<\(call.requirement);") }

  public override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    Trace.note(">\(error.map(Refusal.text) ?? "");")
  }
}
