-- Which observations of files found their content known already?
-- One row per check.
SELECT
  hidden(sessions.project)             AS project,
  strftime(sessions.first_at, '%Y-%m') AS month,
  known_id(item.session_id)            AS session_id,
  known_id(item.commit_id)             AS commit_id,
  hidden(item.source_id)               AS source_id,
  item.line                            AS line,
  item.ordinal                         AS ordinal,
  item.occurred_at                     AS occurred_at,
  known_id(item.chain)                 AS chain,
  known_word(item.model)               AS model,
  known_word(item.client_version)      AS client_version,
  hidden(item.object_id)               AS object_id,
  hidden(item.path)                    AS path,
  known_word(item.given_by)            AS given_by,
  known_word(item.proof)               AS proof,
  item.outcome                         AS outcome,
  hidden(item.since_source_id)         AS since_source_id,
  item.since_line                      AS since_line
FROM object_checks item
JOIN object_sessions ON object_sessions.session_id = item.session_id
LEFT JOIN sessions ON sessions.session_id = item.session_id
