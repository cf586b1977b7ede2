-- Which files did the agents of a session know, and how was the last version of each known?
-- One row per path, those of which something was known last first.
SELECT
  path                       AS path,
  last.source_id             AS source_id,
  last.line                  AS line,
  last.given_by              AS given_by,
  last.proof                 AS proof,
  last.is_there              AS is_there,
  last.lines                 AS lines,
  occurred_at                AS occurred_at,
  versions                   AS versions
FROM (
  SELECT
    path,
    max_by(
      {'source_id': source_id, 'line': line, 'given_by': given_by, 'proof': proof, 'is_there': is_there, 'lines': lines},
      (coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_id, line, ordinal)
    )                 AS last,
    max(occurred_at)  AS occurred_at,
    count(*)          AS versions
  FROM record_versions
  WHERE session_id = $session::VARCHAR
  GROUP BY path
)
ORDER BY occurred_at DESC NULLS LAST, path
