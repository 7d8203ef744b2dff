// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

@Suite("Names of couriers")
struct CourierNameTests {
  @Test(
    "Are without the enumeration that has the class",
    arguments: [
      ("App._GraftCourierSink.SinkCourier", "App.SinkCourier"),
      ("App.Ports._GraftCourierSink.SinkCourier", "App.Ports.SinkCourier"),
      ("App.Box<App._GraftCourierSink.SinkCourier>", "App.Box<App.SinkCourier>"),
      ("App._GraftCourierSink.Link1", "App._GraftCourierSink.Link1"),
      ("App._GraftCourierSink.SunkCourier", "App._GraftCourierSink.SunkCourier"),
      ("App.SinkCourier", "App.SinkCourier"), ("_GraftCourierSink", "_GraftCourierSink"), ("", ""),
    ])
  func written(name: String, written: String) {
    #expect(_CourierName.written(name) == written)
  }
}
