CREATE TABLE thinking_sessions (
  session_id  VARCHAR NOT NULL,
  mark        VARCHAR NOT NULL
);
COMMENT ON TABLE thinking_sessions IS 'Sessions whose thinking_events are computed. Rows of thinking_events for sessions that are not in it are stale: ignore them. strata sql "FROM thinking_events LIMIT 1" computes all. One row per session.';
COMMENT ON COLUMN thinking_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN thinking_sessions.mark IS 'Fingerprint of the rules and of the commits that were read.';

CREATE TABLE thinking_events (
  event_id            VARCHAR NOT NULL,
  session_id          VARCHAR NOT NULL,
  chain               VARCHAR NOT NULL,
  occurred_at         TIMESTAMPTZ,
  type                VARCHAR NOT NULL,
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
  shown_by_line       BIGINT
);
COMMENT ON TABLE thinking_events IS 'What was decided, dropped or weighed, by the words of thinking, responses and people. A guess: docs/reasoning.md says how often it is right. Fact table, filled on demand: see thinking_sessions. One row per passage and type.';
COMMENT ON COLUMN thinking_events.event_id IS 'Follows from the record, the position in it and the type.';
COMMENT ON COLUMN thinking_events.session_id IS 'Session of the record.';
COMMENT ON COLUMN thinking_events.chain IS 'main, or a sub-agent.';
COMMENT ON COLUMN thinking_events.occurred_at IS 'Time of the record; null where it has none.';
COMMENT ON COLUMN thinking_events.type IS 'decision, rejection, tradeoff, exploration, or raw: none of these. Responses have the first three only.';
COMMENT ON COLUMN thinking_events.summary IS 'The first sentence that shows the type, at most 120 characters.';
COMMENT ON COLUMN thinking_events.status IS 'What became of it, a guess by words: contradicted (the person rejected it next), superseded (by a later decision of the chain on the same file in nearly the same words), or unknown (no record shows either).';
COMMENT ON COLUMN thinking_events.origin IS 'thinking, response, or user: a prompt or a refusal of the person.';
COMMENT ON COLUMN thinking_events.commit_id IS 'Commit of the record; null where a commit that was replaced has it.';
COMMENT ON COLUMN thinking_events.source_id IS 'File of the record.';
COMMENT ON COLUMN thinking_events.line IS 'Key of the record in the file, as records.line.';
COMMENT ON COLUMN thinking_events.block IS 'Position among the events of the record, from 0.';
COMMENT ON COLUMN thinking_events.record_uuid IS 'Uuid of the record; null where it has none.';
COMMENT ON COLUMN thinking_events.files IS 'Files that the calls after it were given, up to the next decision, rejection or trade-off of the turn, at most 20.';
COMMENT ON COLUMN thinking_events.shown_by_source_id IS 'File of the record that shows the status.';
COMMENT ON COLUMN thinking_events.shown_by_line IS 'Key of that record in the file.';
