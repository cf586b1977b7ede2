-- Which commits have the sub-agents that these calls of these sessions started?
-- One row per commit, in the order in which the commits of each sub-agent were made.
SELECT
  commits.commit_id     AS commit_id,
  commits.session_id    AS session_id,
  commits.chain         AS chain,
  commits.format        AS format,
  commits.artifact_hash AS artifact_hash,
  started.parent_id     AS parent_id,
  started.spawn_call    AS spawn_call,
  started.agent_type    AS agent_type
FROM commits AS started
JOIN commits ON commits.session_id = started.session_id AND commits.chain = started.chain
WHERE started.spawn_call IN (SELECT unnest($calls::VARCHAR[]))
  AND started.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND commits.commit_type = 'delta'
ORDER BY commits.session_id, commits.position
