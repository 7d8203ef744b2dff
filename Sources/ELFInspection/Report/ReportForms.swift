// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Problem: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "diagnostic", origin == .nowhere ? nil : origin)
    try members.encode(severity.rawValue, forKey: .severity)
    if count > 1 { try members.encode(count, forKey: .count) }
    try members.encode(error.code.rawValue, forKey: .code)
    try members.encode(error.text, forKey: .text)
    try members.encode(hex: error.offset, forKey: .offset)
    try members.encode(hex: error.value, forKey: .value)
  }
}

extension Finding: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "finding", origin)
    try members.encode(rule.rawValue, forKey: .rule)
    try members.encode(rule.severity.rawValue, forKey: .severity)
    try members.encode(text, forKey: .text)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(hex: value, forKey: .value)
    try members.encode(source, forKey: .source)
  }
}

extension LocatedDescriptor: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "descriptor", origin)
    try descriptor.encode(to: encoder)
    try members.encode(architecture, forKey: .architecture)
    try members.encode(sectionIndex, forKey: .section)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(byteCount, forKey: .byteCount)
    try members.encode(accessor, forKey: .accessor)
    try members.encodeIfPresent(state?.name, forKey: .state)
    try members.encode(image.buildID, forKey: .buildID)
    try members.encode(image.soname, forKey: .soname)
  }
}

extension LocatedManifest: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "manifest", origin)
    try members.encode(manifest.name, forKey: .name)
    try members.encode(manifest.version.text, forKey: .version)
    try members.encode(manifest.needs.map(NeedMembers.init), forKey: .needs)
    try members.encode(manifest.source, forKey: .source)
    try members.encode(architecture, forKey: .architecture)
    try members.encode(sectionIndex, forKey: .section)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(byteCount, forKey: .byteCount)
    try members.encode(accessor, forKey: .accessor)
    try members.encode(image.buildID, forKey: .buildID)
    try members.encode(image.soname, forKey: .soname)
  }
}

extension LocatedProtocol: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "protocol", origin)
    try members.encode(record.name, forKey: .protocol)
    try members.encode(record.baseClass, forKey: .baseClass)
    try members.encode(record.shape.hex, forKey: .shape)
    try members.encode(record.foundation?.hex, forKey: .growing)
    try members.encode(hasEvolution, forKey: .evolution)
    try members.encode(record.compiler.isEmpty ? nil : record.compiler, forKey: .compiler)
    try members.encode(requirementNames, forKey: .requirements)
    try members.encode(record.requirements.map(\.text), forKey: .declarations)
    try members.encode(types, forKey: .types)
    try members.encode(source, forKey: .source)
    try members.encode(architecture, forKey: .architecture)
    try members.encode(sectionIndex, forKey: .section)
    try members.encode(hex: offset, forKey: .offset)
    try members.encode(byteCount, forKey: .byteCount)
  }
}

extension DeclaredType.Member {
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ReportKey.self)
    try values.encode(name, forKey: .name)
    try values.encode(type, forKey: .type)
  }
}

/// A need of a plug-in; the versions are null if any will do, or if there is no limit.
private struct NeedMembers: Encodable {
  let need: PluginManifest.Need

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(need.name, forKey: .name)
    try members.encode(need.minimum?.text, forKey: .minimum)
    try members.encode(need.limit?.text, forKey: .limit)
  }
}

extension LocatedFile: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "file", origin)
    try members.encode(architecture, forKey: .architecture)
    try members.encode(image.buildID, forKey: .buildID)
    try members.encode(image.soname, forKey: .soname)
    try members.encode(byteCount, forKey: .byteCount)
    try members.encode(descriptorCount, forKey: .descriptorCount)
    try members.encode(probes, forKey: .probes)
    try members.encode(packaging.dlopen, forKey: .dlopen)
    try members.encode(packaging.package, forKey: .package)
    try members.encode(isComplete, forKey: .isComplete)
  }
}

extension RunningProgram.Image: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "image", origin)
    try members.encode(state.name, forKey: .state)
    try members.encode(plugin, forKey: .plugin)
    try members.encode(recordCount, forKey: .recordCount)
    try members.encode(hex: recordsAddress, forKey: .recordsAddress)
  }
}

extension RunningProgram.Advice: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "advice")
    try members.encode(protocolName, forKey: .protocol)
    try members.encode(requirement, forKey: .requirement)
    try members.encode(subjects, forKey: .subjects)
    try members.encode(name, forKey: .name)
    try members.encode(source, forKey: .source)
  }
}

extension RunningProgram.Blocked: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "blocked")
    try members.encode(name, forKey: .name)
  }
}

extension DlopenDependency: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(feature, forKey: .feature)
    try members.encode(description, forKey: .description)
    try members.encode(priority, forKey: .priority)
    try members.encode(sonames, forKey: .soname)
  }
}

extension PackageMetadata: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(type, forKey: .type)
    try members.encode(name, forKey: .name)
    try members.encode(version, forKey: .version)
    try members.encode(os, forKey: .os)
  }
}

extension LocatedDescriptor.Accessor: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(symbol, forKey: .symbol)
    try members.encode(hex: value, forKey: .value)
    try members.encodeIfPresent(codeByteCount, forKey: .codeByteCount)
  }
}
