-- How often did later observations of files confirm what was known before?
-- One row per group and class of proof, the surest first.
WITH counted AS (
  SELECT
    group_key,
    proof,
    count(*)                                                AS checks,
    count(*) FILTER (WHERE outcome = 'confirmed')           AS confirmed,
    count(*) FILTER (WHERE outcome = 'refuted')             AS refuted,
    count(*) FILTER (WHERE outcome = 'refuted at its end')  AS refuted_at_end,
    count(DISTINCT coalesce(object_id, path))               AS files
  FROM (
    FROM chosen_object_checks
  )
  WHERE ($tool::VARCHAR IS NULL OR nfc_normalize(given_by) = nfc_normalize($tool::VARCHAR))
    AND ($version::VARCHAR IS NULL OR coalesce(client_version, '(none)') = $version::VARCHAR)
  GROUP BY group_key, proof
)
SELECT
  group_name                                              AS group_name,
  proof                                                   AS proof,
  checks                                                  AS checks,
  confirmed                                               AS confirmed,
  refuted                                                 AS refuted,
  refuted_at_end                                          AS refuted_at_end,
  (confirmed / checks)::DOUBLE                            AS share,
  files                                                   AS files
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, list_position(['observed', 'computed', 'likely', 'partial', 'unknown'], proof)
