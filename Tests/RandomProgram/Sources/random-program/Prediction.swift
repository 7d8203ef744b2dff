// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// One call, as the rules say it goes.
struct Prediction {
  private let requirement: Requirement
  private let number: Int
  private let layers: [Oracle.Layer]
  /// What was handed to the call, in what is called with a closure.
  private let outermost: String
  private(set) var trace = ""
  private var count = 0
  /// What `inout` parameters hold.
  private var filled = ""

  /// The result and the trace, as a call of the program shows them.
  static func call(
    _ requirement: Requirement, _ text: String, on subject: Subject, through reference: Reference,
    by oracle: inout Oracle
  ) -> String {
    let type = requirement.isChosenByStaticType ? reference.staticType : subject.type
    let layers =
      oracle.layers(requirement, subject, as: type)
      + oracle.chain(requirement, type).map { .link($0) }
    var call = Prediction(requirement, text, subject, layers)
    let isSilent = requirement == .title || requirement == .apply
    call.filled = text
    var result: String
    do {
      let number = requirement == .with ? reference.otherNumber : 7
      result = try call.run(0, Arguments(isSilent ? "" : text, number))
    } catch {
      result = Refusal.text(error)
    }
    if requirement.isMutating { result += "#\(subject.type.counts ? call.count : 0)" }
    if requirement == .fill { result += "=" + call.filled }
    if requirement.isSetter { result = "" }
    return result + "|" + call.trace
  }

  private init(
    _ requirement: Requirement, _ text: String, _ subject: Subject, _ layers: [Oracle.Layer]
  ) {
    self.requirement = requirement
    self.layers = layers
    number = subject.number
    outermost = text
  }

  private mutating func run(_ index: Int, _ arguments: Arguments) throws -> String {
    switch layers[index] {
    case .link(let link): return try run(link, index, arguments)
    case .pointcut:
      trace += "<\(requirement.shown);"
      do {
        let result = try run(index + 1, arguments)
        trace += ">;"
        return result
      } catch {
        trace += ">\(Refusal.text(error));"
        throw error
      }
    case .guarding: return try runGuarded(index, arguments)
    case .advice(let installed):
      // One that was to run once has run in this call.
      guard installed.isThere else { return try run(index + 1, arguments) }
      if installed.advice.isOnce, installed.advice.taskScope == nil { installed.isThere = false }
      return try run(installed.advice, index, arguments)
    }
  }

  private mutating func runGuarded(_ index: Int, _ arguments: Arguments) throws -> String {
    let text = requirement == .fill ? filled : arguments.text
    let rest =
      switch requirement {
      case .several: ",\(arguments.number),last"
      case .pass: "," + outermost
      default: ""
      }
    trace += "{\(text)\(rest);"
    do {
      var result = ""
      switch GuardDecision(text, canThrow: requirement.canThrow) {
      case .answer(let text): result = text
      case .refuse(let refusal): throw refusal
      case .goOn(let times): for _ in 0..<times { result = try run(index + 1, arguments) }
      }
      trace += "}\(result);"
      return result
    } catch {
      trace += "}\(Refusal.text(error));"
      throw error
    }
  }

  private mutating func run(
    _ link: Oracle.Link, _ index: Int, _ arguments: Arguments
  ) throws -> String {
    let low = link.tag.lowercased()
    let shownNumber = requirement.isStatic ? "-" : "\(number)"
    var next = arguments
    switch requirement {
    case .title: break
    case .apply: next.text = low + next.text
    case .fill: filled += low
    case .several:
      next.number += 1
      next.text += low
    default: next.text += low
    }
    if link.style == .terminal {
      let head = "\(link.tag)[\(shownNumber)]"
      switch requirement {
      case .setTitle: trace += "\(head)(\(arguments.text));"
      case .setItem: trace += "\(head)(\(arguments.text),k);"
      case .fill: return head
      case .apply: return "\(head)(<\(outermost)\(next.text)>)"
      case .several: return "\(head)(\(arguments.text),\(arguments.number),last)"
      case .with: return "\(head)(\(arguments.text),\(arguments.number))"
      default:
        if requirement.canThrow, arguments.text.hasPrefix("!") {
          throw Refusal("\(link.tag):\(arguments.text)")
        }
        if requirement.isMutating { count += 1 }
        return "\(head)(\(arguments.text))"
      }
      return ""
    }
    if requirement.isSetter { trace += link.tag + ";" }
    let first = try run(index + 1, next)
    guard link.style == .twice else { return "\(link.tag)(\(first))" }
    return "\(link.tag)(\(first),\(try run(index + 1, next)))"
  }

  private mutating func run(
    _ advice: Advice, _ index: Int, _ arguments: Arguments
  ) throws -> String {
    let isFull = advice.form == .full
    let seen = advice.form == .nothing || requirement.isStatic ? nil : number
    var given = isFull ? arguments : nil
    if isFull, requirement == .fill { given = Arguments(filled) }
    if isFull, requirement == .apply { given = Arguments("") }
    func passed(_ arguments: Arguments) -> Arguments {
      guard isFull, requirement != .title, requirement != .apply, requirement != .fill else {
        return arguments
      }
      let number = requirement == .several ? arguments.number + 1 : arguments.number
      return Arguments(arguments.text + "~", number)
    }
    switch advice.kind {
    case .before:
      trace += advice.shown("b", seen, given)
      if advice.behaviour == .throwing, requirement.throwsAny { throw Refusal("b\(advice.id)") }
      return try run(index + 1, arguments)
    case .after:
      let isSilent = !isFull || requirement.isSetter
      do {
        let result = try run(index + 1, arguments)
        if isFull, requirement == .fill { given = Arguments(filled) }
        trace += advice.shown("a", seen, given, isSilent ? nil : result)
        return result
      } catch {
        trace += advice.shown("a", seen, given, isSilent ? nil : Refusal.text(error))
        throw error
      }
    default:
      trace += advice.shown("r", seen, requirement == .apply ? nil : given)
      if requirement == .fill, isFull, advice.behaviour != .skipping { filled += "~" }
      switch advice.behaviour {
      case .skipping: return "S\(advice.id)"
      case .twice:
        let first = try run(index + 1, passed(arguments))
        if requirement == .fill, isFull { filled += "~" }
        return "T\(advice.id)<\(first),\(try run(index + 1, passed(arguments)))>"
      case .throwing where requirement.canThrow: throw Refusal("r\(advice.id)")
      case .catching where requirement.canThrow:
        do {
          return "R\(advice.id)<\(try run(index + 1, passed(arguments)))>"
        } catch {
          return "C\(advice.id)<\(Refusal.text(error))>"
        }
      default: return "R\(advice.id)<\(try run(index + 1, passed(arguments)))>"
      }
    }
  }
}
