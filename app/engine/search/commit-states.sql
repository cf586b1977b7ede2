-- Which commits have texts, and from which rows would the index make them?
-- One row per commit with events, copies excluded, the newest first.
WITH texts AS (
  SELECT
    commit_id,
    count(*)                                                                                 AS events,
    bit_xor(hash(source_id, line, block, kind, class, tool_name, file_path, is_error, permission, occurred_at, chars))       AS contents
  FROM events
  WHERE commit_id IS NOT NULL
    AND NOT is_copy
    AND ($sessions::VARCHAR[] IS NULL OR list_contains($sessions::VARCHAR[], session_id))
  GROUP BY commit_id
)
SELECT
  commits.commit_id                                            AS commit_id,
  commits.parent_id                                            AS parent_id,
  commits.session_id                                           AS session_id,
  commits.artifact_hash || '-' || texts.events || '-' || texts.contents AS state,
  commits.artifact_hash                                        AS artifact_hash,
  commits.format                                               AS format,
  commits.records                                              AS records,
  commits.bytes                                                AS bytes,
  commits.human_prompts + commits.commands > 0                 AS begins_turn,
  commits.started_at                                           AS started_at
FROM commits
JOIN texts ON texts.commit_id = commits.commit_id
WHERE commits.chain <> 'replaced'
ORDER BY commits.ended_at DESC NULLS LAST, commits.session_id, commits.position DESC
