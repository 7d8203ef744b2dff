// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
#endif
import SwiftSyntaxMacros

private var macros: [any Macro.Type] {
  [
    ExtensibleAttribute.self, OperatorDefaultsAttribute.self,
    ExtensionAttribute.self, ConditionalExtensionAttribute.self, PluginAttribute.self,
    DlopenNoteMacro.self,
    RequiredAttribute.self, AuthorDefaultAttribute.self, RenamedDefaultAttribute.self,
    CourierAttribute.self, CourierClassAttribute.self, UnsharedCourierAttribute.self,
    AdviceAttribute.self, AdvisableAttribute.self, AdvisablePropertyAttribute.self,
  ]
}

#if canImport(SwiftCompilerPlugin)
  @main
  struct Plugin: CompilerPlugin {
    let providingMacros = macros
  }
#else
  /// Replaces `CompilerPlugin`, the one part of swift-syntax that the toolchain
  /// lacks.
  @main
  struct Plugin: PluginProvider {
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      let listener = CompilerPluginMessageListener(connection: connection, provider: Plugin())
      try listener.main()
    }

    var features: [PluginFeature] { [] }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros.first(where: { String(describing: $0) == typeName }) else {
        throw MacroExpansionError(description: "GraftMacros has no macro \(typeName)")
      }
      return macro
    }
  }

  private struct MacroExpansionError: Error, CustomStringConvertible {
    let description: String
  }
#endif
