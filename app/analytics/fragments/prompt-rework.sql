-- Which prompt was each change of a file made for, and what became of the lines that it wrote?
-- One row per change. A change of a sub-agent is made for the prompt during which the main chain called it.
WITH RECURSIVE begun AS (
  SELECT DISTINCT commits.session_id, commits.chain, events.chain AS by_chain, events.source_id, events.line
  FROM commits
  JOIN events ON events.session_id = commits.session_id AND events.tool_use_id = commits.spawn_call
  WHERE events.kind = 'tool_call' AND NOT events.is_copy
),
above AS (
  FROM begun
  UNION
  SELECT above.session_id, above.chain, begun.by_chain, begun.source_id, begun.line
  FROM above
  JOIN begun ON begun.session_id = above.session_id AND begun.chain = above.by_chain
),
agents AS (
  SELECT session_id, chain, min({'source_id': source_id, 'line': line}) AS begun_by
  FROM above
  WHERE by_chain = 'main'
  GROUP BY session_id, chain
),
marks AS (
  SELECT session_id, source_id AS at_source, line AS at_line, turn, NULL::VARCHAR AS source_id, NULL::BIGINT AS line
  FROM turns
  JOIN fact_sessions USING (session_number)
  UNION ALL
  SELECT DISTINCT
    versions.session_id,
    CASE versions.chain WHEN 'main' THEN versions.source_id ELSE begun_by.source_id END,
    CASE versions.chain WHEN 'main' THEN versions.line ELSE begun_by.line END,
    NULL,
    versions.source_id,
    versions.line
  FROM record_versions AS versions
  LEFT JOIN agents USING (session_id, chain)
),
placed AS (
  SELECT
    marks.session_id,
    marks.source_id,
    marks.line,
    last_value(turn IGNORE NULLS) OVER (
      PARTITION BY marks.session_id
      ORDER BY coalesce(made.position, sources.place, 0), at_source, at_line, turn NULLS LAST ROWS UNBOUNDED PRECEDING
    ) AS turn
  FROM marks
  LEFT JOIN sources ON sources.source_id = at_source
  LEFT JOIN commits AS made ON made.commit_id = at_source
  WHERE at_source IS NOT NULL
),
records AS (
  FROM placed
  WHERE source_id IS NOT NULL
),
-- Lines that were gone when an agent saw the file again: the last change of the file by another agent of the session between the two.
others AS (
  SELECT
    reworked.session_id,
    reworked.source_id,
    reworked.line,
    reworked.ordinal,
    by_source_id,
    by_line,
    by_ordinal,
    max({'at': change.occurred_at, 'source_id': change.source_id, 'line': change.line}) AS made
  FROM reworked_lines AS reworked
  JOIN record_versions AS written USING (session_id, source_id, line, ordinal)
  JOIN record_versions AS seen
    ON seen.session_id = reworked.session_id AND seen.source_id = by_source_id AND seen.line = by_line AND seen.ordinal = by_ordinal
  JOIN record_versions AS change
    ON change.session_id = reworked.session_id
      AND change.object_id = written.object_id
      AND change.chain <> seen.chain
      AND change.is_change
      AND change.occurred_at BETWEEN written.occurred_at AND seen.occurred_at
  WHERE NOT seen.is_change AND seen.given_by NOT IN ('deletion', 'move')
  GROUP BY ALL
),
lost AS (
  SELECT
    reworked.session_id,
    reworked.source_id,
    reworked.line,
    reworked.ordinal,
    reworked.lines,
    own.source_id IS NOT NULL AND later.source_id IS NOT NULL                                          AS is_placed,
    own.turn IS NOT DISTINCT FROM later.turn                                                           AS is_same,
    versions.is_change OR versions.given_by IN ('deletion', 'move') OR made IS NOT NULL                AS is_by_agent
  FROM reworked_lines AS reworked
  LEFT JOIN others USING (session_id, source_id, line, ordinal, by_source_id, by_line, by_ordinal)
  JOIN record_versions AS versions
    ON versions.session_id = reworked.session_id AND versions.source_id = by_source_id AND versions.line = by_line AND versions.ordinal = by_ordinal
  LEFT JOIN records AS own ON own.session_id = reworked.session_id AND own.source_id = reworked.source_id AND own.line = reworked.line
  LEFT JOIN records AS later
    ON later.session_id = reworked.session_id
      AND later.source_id = coalesce(made.source_id, by_source_id)
      AND later.line = coalesce(made.line, by_line)
),
summed AS (
  SELECT
    session_id,
    source_id,
    line,
    ordinal,
    bool_and(is_placed)                                 AS is_placed,
    sum(lines) FILTER (is_same)                         AS same_prompt,
    sum(lines) FILTER (NOT is_same AND is_by_agent)     AS by_agent,
    sum(lines) FILTER (NOT is_same AND NOT is_by_agent) AS otherwise
  FROM lost
  GROUP BY session_id, source_id, line, ordinal
)
-- Of an agent whose call is not known, the prompt is not known either: such changes are not followed.
SELECT
  changes.session_id,
  changes.source_id,
  changes.line,
  changes.ordinal,
  records.turn,
  CASE
    WHEN changes.added IS NOT NULL AND changes.surviving IS NOT NULL AND records.source_id IS NOT NULL AND coalesce(is_placed, true)
      THEN changes.added
  END                             AS followed,
  coalesce(same_prompt, 0)::BIGINT  AS same_prompt,
  coalesce(by_agent, 0)::BIGINT   AS by_agent,
  coalesce(otherwise, 0)::BIGINT  AS otherwise
FROM record_versions AS changes
LEFT JOIN records USING (session_id, source_id, line)
LEFT JOIN summed USING (session_id, source_id, line, ordinal)
WHERE changes.is_change
