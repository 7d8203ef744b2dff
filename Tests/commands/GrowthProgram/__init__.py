# SPDX-License-Identifier: Apache-2.0
"""Histories of an API library, and plug-ins that were compiled against each version."""
