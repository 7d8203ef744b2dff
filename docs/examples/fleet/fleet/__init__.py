"""The questions of inspect-sections, asked of more files than one machine holds."""
