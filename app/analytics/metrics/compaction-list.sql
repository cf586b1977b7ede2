-- Where was the context compacted, from what size to what?
-- One row per compaction, the newest first.
SELECT
  session_id                                                AS session_id,
  CASE WHEN is_main THEN 'main' ELSE 'sub-agent' END        AS chain,
  number                                                    AS number,
  occurred_at                                               AS occurred_at,
  trigger                                                   AS trigger,
  tokens_before                                             AS tokens_before,
  tokens_after                                              AS tokens_after,
  tokens_next                                               AS tokens_next,
  tokens_dropped                                            AS tokens_dropped,
  prompts_since                                             AS prompts_since,
  ms_since                                                  AS ms_since,
  commit_id                                                 AS commit_id,
  source_id                                                 AS source_id,
  line                                                      AS line,
  file_line_of(source_id, line)                             AS file_line
FROM (
  FROM chosen_compactions_with_sessions
)
WHERE (
    $trigger::VARCHAR IS NULL
    OR trigger = $trigger::VARCHAR
    OR ($trigger::VARCHAR = 'other' AND (trigger IS NULL OR trigger NOT IN ('auto', 'manual')))
  )
  AND (
    $measure::VARCHAR IS NULL
    OR (
      is_main
      AND CASE $measure::VARCHAR WHEN 'hours' THEN ms_from_start / 3_600_000 WHEN 'prompts' THEN prompts_before END >= coalesce($least::DOUBLE, 0)
      AND (
        $below::DOUBLE IS NULL
        OR CASE $measure::VARCHAR WHEN 'hours' THEN ms_from_start / 3_600_000 WHEN 'prompts' THEN prompts_before END < $below::DOUBLE
      )
    )
  )
ORDER BY occurred_at DESC NULLS LAST, session_id, number DESC
