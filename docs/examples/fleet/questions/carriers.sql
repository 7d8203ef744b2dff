-- Which images of a release carry an extension of a protocol, and on how many hosts.
SELECT
  d.soname AS soname, d.buildID AS build, d.extension AS extension,
  count(DISTINCT d.labels['host']) AS hosts
FROM descriptors d JOIN asked ON d.protocol = asked.protocol AND d.release = asked.release
GROUP BY d.soname, d.buildID, d.extension
ORDER BY soname, build, extension
