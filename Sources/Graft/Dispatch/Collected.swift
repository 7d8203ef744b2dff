// SPDX-License-Identifier: Apache-2.0

/// A protocol whose requirements are collected, not called.
///
/// An extensible protocol refines this one. No plug-in is refused for a conflict in
/// it, since `implementations(of:)` returns all implementations that would conflict
/// in a call.
public protocol Collected {}
