// SPDX-License-Identifier: Apache-2.0
//
// Nothing refers to the records.
