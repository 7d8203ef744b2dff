// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension SwiftProgram {
  /// Calls `visit` with each class of a file that has a superclass: the class, its context and
  /// the superclass.
  ///
  /// Classes that can't be read are passed over, and reported as problems.
  func eachSubclass(
    in file: SwiftFile,
    _ visit: (Declaration, DeclaredContext, Declaration) throws(InspectionError) -> Void
  ) {
    for entry in file.addresses(of: SwiftFile.SectionName.types, by: 4) {
      trying(file.origin) { () throws(InspectionError) in
        guard let declared = try declaration(file, entry: entry),
          let context = try context(declared), context.kind == .class,
          let superclass = try context.descriptor.superclass(),
          case .nominal(let base, _)? = try type(at: superclass)
        else { return }
        try visit(declared, context, base)
      }
    }
  }
}
