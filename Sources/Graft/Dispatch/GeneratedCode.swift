// SPDX-License-Identifier: Apache-2.0

/// What the code that Graft's macros write calls. It is for nothing else, and changes with
/// the macros.
public enum GeneratedCode {}
