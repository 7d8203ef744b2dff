// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Store {
  func close()
  func close() async
}

@Extension(typed: true)
final class Closing<Subject: Store>: StoreExtension<Subject> {
  override func close(_ subject: Subject) async {}  // error: override all of them
}
