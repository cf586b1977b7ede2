-- Which prompts wrote the lines that were changed or removed for later ones?
-- One row per prompt for which agents changed files, those with most such lines first.
WITH changes AS (
  SELECT
    chosen.session_id,
    chosen.session_number,
    turn,
    count(DISTINCT coalesce(object_id, path))                    AS files,
    sum(added)                                                   AS written,
    sum(followed)                                                AS followed,
    sum(same_prompt) FILTER (followed IS NOT NULL)                   AS same_prompt,
    sum(by_agent) FILTER (followed IS NOT NULL)                  AS by_agent,
    sum(otherwise) FILTER (followed IS NOT NULL)                 AS otherwise
  FROM (
    FROM chosen_object_versions_with_sessions
  ) AS chosen
  JOIN (
    FROM prompt_rework
  ) AS rework USING (session_id, source_id, line, ordinal)
  WHERE turn IS NOT NULL
  GROUP BY chosen.session_id, chosen.session_number, turn
)
SELECT
  changes.session_id                                             AS session_id,
  changes.turn                                                   AS turn,
  texts.text                                                     AS text,
  prompt_at                                                      AS prompt_at,
  files                                                          AS files,
  written::BIGINT                                                AS written,
  followed::BIGINT                                               AS followed,
  same_prompt::BIGINT                                                AS same_prompt,
  by_agent::BIGINT                                               AS by_agent,
  otherwise::BIGINT                                              AS otherwise,
  ((by_agent + otherwise) / nullif(followed, 0))::DOUBLE         AS share,
  turns.source_id                                                AS source_id,
  turns.line                                                     AS line,
  file_line_of(turns.source_id, turns.line)                      AS file_line,
  commit_id                                                      AS commit_id
FROM changes
JOIN turns USING (session_number, turn)
LEFT JOIN (
  FROM prompt_texts
) AS texts ON texts.source_id = turns.source_id AND texts.line = turns.line
ORDER BY by_agent + otherwise DESC NULLS LAST, prompt_at DESC NULLS LAST, changes.session_id, changes.turn
