CREATE TABLE thinking_corrections (
  event_id      VARCHAR NOT NULL,
  session_id    VARCHAR NOT NULL,
  source_id     VARCHAR NOT NULL,
  line          BIGINT  NOT NULL,
  block         INTEGER NOT NULL,
  type          VARCHAR NOT NULL,
  type_by_rule  VARCHAR NOT NULL,
  reason        VARCHAR,
  corrected_at  TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE thinking_corrections IS 'Events whose type a person corrected; thinking_events.type is the corrected one. One row per event.';
COMMENT ON COLUMN thinking_corrections.event_id IS 'Event as in thinking_events.';
COMMENT ON COLUMN thinking_corrections.session_id IS 'Session of the event when it was corrected.';
COMMENT ON COLUMN thinking_corrections.source_id IS 'File of its record then.';
COMMENT ON COLUMN thinking_corrections.line IS 'Key of the record in the file, as records.line.';
COMMENT ON COLUMN thinking_corrections.block IS 'Position among the events of the record, from 0.';
COMMENT ON COLUMN thinking_corrections.type IS 'The corrected type; raw: it is neither a decision, a rejection, a trade-off nor an exploration.';
COMMENT ON COLUMN thinking_corrections.type_by_rule IS 'Type by the words of the text.';
COMMENT ON COLUMN thinking_corrections.reason IS 'Reason, as the person wrote it; null when none was given.';
COMMENT ON COLUMN thinking_corrections.corrected_at IS 'Time of the correction.';

CREATE TABLE thinking_guesses (
  session_id     VARCHAR NOT NULL,
  source_id      VARCHAR NOT NULL,
  line           BIGINT  NOT NULL,
  block          INTEGER NOT NULL,
  text_hash      VARCHAR NOT NULL,
  model          VARCHAR NOT NULL,
  model_version  VARCHAR NOT NULL,
  type           VARCHAR NOT NULL,
  summary        VARCHAR NOT NULL,
  guessed_at     TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE thinking_guesses IS 'What models take texts for, as strata reasoning classify asked them: guesses, apart from thinking_events. One row per text, model and type.';
COMMENT ON COLUMN thinking_guesses.session_id IS 'Session of the record.';
COMMENT ON COLUMN thinking_guesses.source_id IS 'File of the record.';
COMMENT ON COLUMN thinking_guesses.line IS 'Key of the record in the file, as records.line.';
COMMENT ON COLUMN thinking_guesses.block IS 'Position among the events of the record, from 0.';
COMMENT ON COLUMN thinking_guesses.text_hash IS 'MD5 of the text: where the record has moved since, the text has it still.';
COMMENT ON COLUMN thinking_guesses.model IS 'Name of the model, as the person gave it.';
COMMENT ON COLUMN thinking_guesses.model_version IS 'Its version, as the person gave it; empty when none was given.';
COMMENT ON COLUMN thinking_guesses.type IS 'decision, rejection, tradeoff, exploration or raw.';
COMMENT ON COLUMN thinking_guesses.summary IS 'A sentence of the model, at most 120 characters.';
COMMENT ON COLUMN thinking_guesses.guessed_at IS 'Time of the answer.';

CREATE TABLE thinking_sessions (
  session_id  VARCHAR NOT NULL,
  mark        VARCHAR NOT NULL
);
COMMENT ON TABLE thinking_sessions IS 'Sessions whose thinking_events are computed. Rows of thinking_events for sessions that are not in it are stale: ignore them. strata sql "FROM thinking_events LIMIT 1" computes all. One row per session.';
COMMENT ON COLUMN thinking_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN thinking_sessions.mark IS 'Fingerprint of the rules, and of the commits and corrections that were read.';

CREATE TABLE said_events (
  event_id            VARCHAR NOT NULL,
  session_id          VARCHAR NOT NULL,
  chain               VARCHAR NOT NULL,
  occurred_at         TIMESTAMPTZ,
  type                VARCHAR NOT NULL,
  type_by_rule        VARCHAR,
  summary             VARCHAR NOT NULL,
  status              VARCHAR NOT NULL,
  origin              VARCHAR NOT NULL,
  commit_id           VARCHAR,
  source_id           VARCHAR NOT NULL,
  line                BIGINT  NOT NULL,
  block               INTEGER NOT NULL,
  record_uuid         VARCHAR,
  files               VARCHAR[] NOT NULL,
  shown_by_source_id  VARCHAR,
  shown_by_line       BIGINT,
  shown_at            TIMESTAMPTZ
);
COMMENT ON TABLE said_events IS 'The rows of thinking_events with what the chain of each shows alone. Fact table, filled on demand: see thinking_sessions. One row per passage and type.';
COMMENT ON COLUMN said_events.event_id IS 'Follows from the record, the position in it and the type by rule.';
COMMENT ON COLUMN said_events.session_id IS 'Session of the record.';
COMMENT ON COLUMN said_events.chain IS 'main, or a sub-agent.';
COMMENT ON COLUMN said_events.occurred_at IS 'Time of the record; null where it has none.';
COMMENT ON COLUMN said_events.type IS 'decision, rejection, tradeoff, exploration, or raw: none of these; as a person corrected it. Of responses, rules find the first three only.';
COMMENT ON COLUMN said_events.type_by_rule IS 'Type by the words of the text where a person corrected it; null: the type is that.';
COMMENT ON COLUMN said_events.summary IS 'The first sentence that shows the type, at most 120 characters.';
COMMENT ON COLUMN said_events.status IS 'What the same chain shows: contradicted, reverted, superseded or unknown, as in thinking_events.';
COMMENT ON COLUMN said_events.origin IS 'thinking, response, or user: a prompt or a refusal of the person.';
COMMENT ON COLUMN said_events.commit_id IS 'Commit of the record; null where a commit that was replaced has it.';
COMMENT ON COLUMN said_events.source_id IS 'File of the record.';
COMMENT ON COLUMN said_events.line IS 'Key of the record in the file, as records.line.';
COMMENT ON COLUMN said_events.block IS 'Position among the events of the record, from 0.';
COMMENT ON COLUMN said_events.record_uuid IS 'Uuid of the record; null where it has none.';
COMMENT ON COLUMN said_events.files IS 'Files that the calls after it were given, up to the next decision, rejection or trade-off of the turn, at most 20.';
COMMENT ON COLUMN said_events.shown_by_source_id IS 'File of the record that shows the status.';
COMMENT ON COLUMN said_events.shown_by_line IS 'Key of that record in the file.';
COMMENT ON COLUMN said_events.shown_at IS 'Time of that record; null where it has none.';

CREATE TABLE thinking_changes (
  event_id    VARCHAR NOT NULL,
  session_id  VARCHAR NOT NULL,
  source_id   VARCHAR NOT NULL,
  line        BIGINT  NOT NULL,
  path        VARCHAR NOT NULL
);
COMMENT ON TABLE thinking_changes IS 'Edits that were made after what was decided, dropped or weighed, up to the next such passage of the turn. Fact table, filled on demand: see thinking_sessions. One row per event, record and file.';
COMMENT ON COLUMN thinking_changes.event_id IS 'Event as in thinking_events.';
COMMENT ON COLUMN thinking_changes.session_id IS 'Session of the event.';
COMMENT ON COLUMN thinking_changes.source_id IS 'File of the record with the result of the edit, as in object_versions.';
COMMENT ON COLUMN thinking_changes.line IS 'Key of that record in the file.';
COMMENT ON COLUMN thinking_changes.path IS 'File that was changed, as the transcript names it.';

CREATE TABLE outcome_files (
  path  VARCHAR NOT NULL,
  mark  VARCHAR NOT NULL
);
COMMENT ON TABLE outcome_files IS 'Files for which event_outcomes is computed. One row per file.';
COMMENT ON COLUMN outcome_files.path IS 'File, as the transcript names it.';
COMMENT ON COLUMN outcome_files.mark IS 'Fingerprint of the rules, decisions and versions that were read.';

CREATE TABLE event_outcomes (
  event_id         VARCHAR NOT NULL,
  path             VARCHAR NOT NULL,
  written          BIGINT  NOT NULL,
  lines_left       BIGINT  NOT NULL,
  is_known         BOOLEAN NOT NULL,
  is_sure          BOOLEAN NOT NULL,
  seen_at          TIMESTAMPTZ,
  seen_source_id   VARCHAR,
  seen_line        BIGINT,
  newer_source_id  VARCHAR,
  newer_line       BIGINT
);
COMMENT ON TABLE event_outcomes IS 'What later records of all sessions show of decisions: lines of their edits that are left, and later decisions on the same file. Fact table, filled on demand: see outcome_files. One row per decision and file.';
COMMENT ON COLUMN event_outcomes.event_id IS 'Decision as in thinking_events.';
COMMENT ON COLUMN event_outcomes.path IS 'File, as the transcript names it.';
COMMENT ON COLUMN event_outcomes.written IS 'Lines with a letter or digit that its edits wrote.';
COMMENT ON COLUMN event_outcomes.lines_left IS 'Those of them that are in the last content that records show.';
COMMENT ON COLUMN event_outcomes.is_known IS 'All of that content is known, or that the file is gone; also where it made no edits of the file.';
COMMENT ON COLUMN event_outcomes.is_sure IS 'Its edits of the file could all be followed, and the file was not moved; also where it made no edits of the file.';
COMMENT ON COLUMN event_outcomes.seen_at IS 'Time of the record that shows it: where no line is left, of the one after which the last was gone; else of the last that shows the file.';
COMMENT ON COLUMN event_outcomes.seen_source_id IS 'File of that record.';
COMMENT ON COLUMN event_outcomes.seen_line IS 'Key of that record in the file.';
COMMENT ON COLUMN event_outcomes.newer_source_id IS 'File of the record with a later decision on the file that has nearly the same words; null: none has.';
COMMENT ON COLUMN event_outcomes.newer_line IS 'Key of that record in the file.';

CREATE VIEW thinking_events AS
WITH outcomes AS (
  SELECT
    event_id                                                           AS event_id,
    sum(written)                                                       AS written,
    sum(lines_left)                                                    AS lines_left,
    bool_and(is_known)                                                 AS is_known,
    bool_and(is_sure)                                                  AS is_sure,
    max(seen_at)                                                       AS seen_at,
    arg_max(struct_pack(source_id := seen_source_id, line := seen_line), coalesce(seen_at, make_timestamptz(0)))
      FILTER (written > 0 AND seen_source_id IS NOT NULL)              AS seen,
    any_value(struct_pack(source_id := newer_source_id, line := newer_line) ORDER BY path)
      FILTER (newer_source_id IS NOT NULL)                             AS newer
  FROM event_outcomes
  GROUP BY event_id
),
judged AS (
  SELECT
    said.*,
    outcomes.seen,
    outcomes.newer,
    CASE
      -- A later record shows again what was taken back.
      WHEN said.status = 'reverted' AND outcomes.seen_at > said.shown_at AND outcomes.lines_left > 0
        AND 2 * outcomes.lines_left >= outcomes.written THEN if(outcomes.is_sure, 'in_force', 'unknown')
      WHEN said.status <> 'unknown' THEN said.status
      WHEN outcomes.newer IS NOT NULL THEN 'superseded'
      WHEN outcomes.written > 0 AND outcomes.lines_left = 0 AND outcomes.is_known AND outcomes.is_sure THEN 'stale'
      WHEN outcomes.written > 0 AND 2 * outcomes.lines_left >= outcomes.written AND outcomes.is_sure THEN 'in_force'
      ELSE 'unknown'
    END AS outcome
  FROM said_events AS said
  -- What was taken for a decision before a person corrected it may have outcomes still.
  LEFT JOIN outcomes ON outcomes.event_id = said.event_id AND said.type = 'decision'
)
SELECT
  event_id     AS event_id,
  session_id   AS session_id,
  chain        AS chain,
  occurred_at  AS occurred_at,
  type         AS type,
  type_by_rule AS type_by_rule,
  summary      AS summary,
  outcome      AS status,
  origin       AS origin,
  commit_id    AS commit_id,
  source_id    AS source_id,
  line         AS line,
  block        AS block,
  record_uuid  AS record_uuid,
  files        AS files,
  CASE
    WHEN status NOT IN ('unknown', 'reverted') OR outcome = 'reverted' THEN shown_by_source_id
    WHEN outcome = 'superseded' THEN newer.source_id
    WHEN outcome <> 'unknown' THEN seen.source_id
  END          AS shown_by_source_id,
  CASE
    WHEN status NOT IN ('unknown', 'reverted') OR outcome = 'reverted' THEN shown_by_line
    WHEN outcome = 'superseded' THEN newer.line
    WHEN outcome <> 'unknown' THEN seen.line
  END          AS shown_by_line
FROM judged;
COMMENT ON VIEW thinking_events IS 'What was decided, dropped or weighed, by the words of thinking, responses and people. A guess: docs/reasoning.md says how often it is right. Fact table, filled on demand: see thinking_sessions. One row per passage and type.';
COMMENT ON COLUMN thinking_events.event_id IS 'Follows from the record, the position in it and the type by rule.';
COMMENT ON COLUMN thinking_events.session_id IS 'Session of the record.';
COMMENT ON COLUMN thinking_events.chain IS 'main, or a sub-agent.';
COMMENT ON COLUMN thinking_events.occurred_at IS 'Time of the record; null where it has none.';
COMMENT ON COLUMN thinking_events.type IS 'decision, rejection, tradeoff, exploration, or raw: none of these; as a person corrected it. Of responses, rules find the first three only.';
COMMENT ON COLUMN thinking_events.type_by_rule IS 'Type by the words of the text where a person corrected it; null: the type is that.';
COMMENT ON COLUMN thinking_events.summary IS 'The first sentence that shows the type, at most 120 characters.';
COMMENT ON COLUMN thinking_events.status IS 'What became of it, by later records: contradicted (the person rejected it next), reverted (all its edits were taken back), superseded (a later decision on the same file has nearly the same words), stale (no line of its edits is left), in_force (at least half of them are), or unknown (no record shows any of these).';
COMMENT ON COLUMN thinking_events.origin IS 'thinking, response, or user: a prompt or a refusal of the person.';
COMMENT ON COLUMN thinking_events.commit_id IS 'Commit of the record; null where a commit that was replaced has it.';
COMMENT ON COLUMN thinking_events.source_id IS 'File of the record.';
COMMENT ON COLUMN thinking_events.line IS 'Key of the record in the file, as records.line.';
COMMENT ON COLUMN thinking_events.block IS 'Position among the events of the record, from 0.';
COMMENT ON COLUMN thinking_events.record_uuid IS 'Uuid of the record; null where it has none.';
COMMENT ON COLUMN thinking_events.files IS 'Files that the calls after it were given, up to the next decision, rejection or trade-off of the turn, at most 20.';
COMMENT ON COLUMN thinking_events.shown_by_source_id IS 'File of the record that shows the status.';
COMMENT ON COLUMN thinking_events.shown_by_line IS 'Key of that record in the file.';
