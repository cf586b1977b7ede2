-- In which of these commits did another model reply after the first one refused?
-- One row per commit and pair of models.
WITH said AS (
  SELECT DISTINCT commit_id, detail ->> '$.fallback.from' AS from_model, detail ->> '$.fallback.to' AS to_model
  FROM records
  WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
    AND json_exists(detail, '$.fallback')
)
SELECT
  commit_id   AS commit_id,
  from_model  AS from_model,
  to_model    AS to_model
FROM said
-- A record that does not name the first model says no more than one that does.
QUALIFY from_model IS NOT NULL OR count(*) OVER (PARTITION BY commit_id, to_model) = 1
ORDER BY commit_id, from_model, to_model
