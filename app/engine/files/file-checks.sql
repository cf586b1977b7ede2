-- Which observations of a file found its content known already?
-- One row per check, in the order of time.
SELECT
  session_id  AS session_id,
  source_id   AS source_id,
  line        AS line,
  given_by    AS given_by,
  proof       AS proof,
  outcome     AS outcome
FROM object_checks
WHERE (path = $path::VARCHAR OR object_id IN (SELECT object_id FROM object_steps WHERE path = $path::VARCHAR) OR object_id IN (SELECT unnest($objects::VARCHAR[])))
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
ORDER BY occurred_at, session_id, source_id, line, ordinal
