// SPDX-License-Identifier: Apache-2.0

extension RegistryStore {
  /// All that implement a requirement for the subject of a base class, those that are in
  /// conflict too, with a link of each.
  func implementations(
    of requirement: Int, for base: any ExtensionBase.Type
  ) -> [(record: ExtensionRecord, link: LinkAddress)] {
    noticeConformances()
    while true {
      let resolved = resolved(base)
      do throws(MissingLink) {
        return try LinkBuilder(resolved, store: self).makeLinks(implementing: requirement)
      } catch {
        passOver(error, for: base)
      }
    }
  }
}
