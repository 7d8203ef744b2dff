-- What lost a descriptor between two releases: an image that is there in both, on the same host,
-- and was read as a whole, and no longer has an extension that it had.
SELECT
  b.soname AS soname, b.protocol AS protocol, b.extension AS extension,
  count(DISTINCT b.labels['host']) AS hosts
FROM descriptors b
JOIN asked ON b.release = asked.before
JOIN files f
  ON f.release = asked.release AND f.labels['host'] = b.labels['host'] AND f.soname = b.soname
  AND f.isComplete
LEFT JOIN descriptors a
  ON a.release = asked.release AND a.labels['host'] = b.labels['host'] AND a.soname = b.soname
  AND a.protocol = b.protocol AND a.extension = b.extension
WHERE a.extension IS NULL
GROUP BY b.soname, b.protocol, b.extension
ORDER BY soname, protocol, extension
