// SPDX-License-Identifier: Apache-2.0

public import Graft
import RandomProtocols

/// Notes arguments and results, and does what the text of a call decides.
@Advice(
  protocols: "*",
  requirements: "plain(_:)", "failing(_:)", "typed(_:)", "later(_:)", "laterFailing(_:)",
  "change(_:)", "changeFailing(_:)", "static kind(_:)", "several(_:_:_:)", "fill(_:)", "pass(_:_:)")
public final class CallGuard: AroundPointcut {
  private func begin(_ call: RunningCall) -> GuardDecision {
    let texts = call.arguments.map { $0.value.map { "\($0)" } ?? "absent" }
    Trace.note("{\(texts.joined(separator: ","));")
    return GuardDecision(
      texts[0],
      canThrow: call.requirement.text.contains("ailing")
        || call.requirement == "typed(_:)")
  }

  /// An answer of the type that the call has: a value that it was given has that type too.
  private func answer(_ call: RunningCall, _ text: String) throws {
    func value<Value: Carrier>(like _: Value) -> Value { Value(text) }
    if call.requirement == "pass(_:_:)", let given = call.arguments[1].value as? any Carrier {
      try call.returns(value(like: given))
    } else {
      try call.returns(text)
    }
  }

  private func end(_ call: RunningCall, _ error: (any Error)? = nil) {
    Trace.note("}\(error.map(Refusal.text) ?? call.result.map { "\($0)" } ?? "absent");")
  }

  public override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    do {
      switch begin(call) {
      case .answer(let text): try answer(call, text)
      case .refuse(let refusal): throw refusal
      case .goOn(let times): for _ in 0..<times { try proceed() }
      }
    } catch {
      end(call, error)
      throw error
    }
    end(call)
  }

  public override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    do {
      switch begin(call) {
      case .answer(let text): try answer(call, text)
      case .refuse(let refusal): throw refusal
      case .goOn(let times): for _ in 0..<times { try await proceed() }
      }
    } catch {
      end(call, error)
      throw error
    }
    end(call)
  }
}
