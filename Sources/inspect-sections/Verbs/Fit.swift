// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// `fit`: tells whether a program would accept plug-ins, one after the other.
enum Fit {
  static func run(_ session: inout Session) {
    let paths = session.arguments.operands
    do throws(InspectionError) {
      var host = try PluginHost(
        paths[0], libraries: Array(paths.dropFirst()), session.arguments.hostPolicy)
      // Paths of the host's own libraries can follow it.
      let plugins = paths.dropFirst().drop(while: host.hasLoaded)
      if plugins.isEmpty {
        session.problem(
          Problem(
            Origin(paths[0]),
            InspectionError(.usage, "no plug-in is named: the program itself has all these files")))
      }
      for path in plugins {
        let fit = host.judge(path)
        if !fit.isAccepted { session.sayNo() }
        session.countFound(1)
        session.report.add(fit)
      }
    } catch {
      session.problem(Problem(Origin(paths[0]), error))
    }
  }
}

extension PluginFit: Reportable {
  var lines: [String] {
    let verdict =
      if let reason, let text { "refused: \(reason): \(text)" } else {
        "\(origin.display): accepted"
      }
    let brought = libraries.compactMap { library in
      library.path.map { "  with \($0), which \(library.user) needs" }
    }
    let needs = floor.map(\.texts) ?? []
    let floor = needs.isEmpty ? [] : ["  needs \(needs.joined(separator: " and "))"]
    return [verdict] + floor + brought + conditions.map { "  if \($0)" }
  }
}
