-- Which commits are there?
-- One row per commit.
SELECT
  hidden(sessions.project)                                          AS project,
  strftime(sessions.first_at, '%Y-%m')                              AS month,
  known_id(told.commit_id)                                          AS commit_id,
  known_id(told.parent_id)                                          AS parent_id,
  known_id(told.session_id)                                         AS session_id,
  known_id(told.chain)                                              AS chain,
  told.position                                                     AS position,
  known_word(told.commit_type)                                      AS commit_type,
  known_word(told.checkpoint)                                       AS checkpoint,
  left_out(told.artifact_hash)                                      AS artifact_hash,
  left_out(told.record_hash)                                        AS record_hash,
  known_word(told.format)                                           AS format,
  known_word(told.template)                                         AS template,
  hidden(told.principal)                                            AS principal,
  left_out(told.summary)                                            AS summary,
  told.created_at                                                   AS created_at,
  told.started_at                                                   AS started_at,
  told.ended_at                                                     AS ended_at,
  told.records                                                      AS records,
  told.bytes                                                        AS bytes,
  told.human_prompts                                                AS human_prompts,
  told.responses                                                    AS responses,
  told.tool_calls                                                   AS tool_calls,
  told.errors                                                       AS errors,
  list_transform(told.models, lambda of_list: known_word(of_list))  AS models,
  list_transform(told.preserved, lambda of_list: known_id(of_list)) AS preserved,
  known_word(told.branch_of)                                        AS branch_of
FROM commits told
LEFT JOIN sessions ON sessions.session_id = told.session_id
