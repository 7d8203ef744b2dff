# SPDX-License-Identifier: Apache-2.0
"""Random protocols, their types and callers, and what compilers make of them."""
