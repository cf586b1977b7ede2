CREATE TABLE prefix_sessions (
  session_id  VARCHAR NOT NULL,
  mark        VARCHAR NOT NULL
);
COMMENT ON TABLE prefix_sessions IS 'Sessions whose prefix_changes are computed. Rows of prefix_changes for sessions that are not in it are stale: ignore them. strata sql "FROM prefix_changes LIMIT 1" computes all. One row per session.';
COMMENT ON COLUMN prefix_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN prefix_sessions.mark IS 'Fingerprint of the rules and of the commits that were read.';

CREATE TABLE prefix_changes (
  session_id   VARCHAR NOT NULL,
  chain        VARCHAR NOT NULL,
  source_id    VARCHAR NOT NULL,
  line         BIGINT  NOT NULL,
  occurred_at  TIMESTAMPTZ,
  part         VARCHAR NOT NULL,
  change       VARCHAR NOT NULL
);
COMMENT ON TABLE prefix_changes IS 'What changed in the requests of a chain besides what was added at their end, and events that may change it, as far as the client recorded them. Fact table, filled on demand: see prefix_sessions. One row per record and part.';
COMMENT ON COLUMN prefix_changes.session_id IS 'Session of the record.';
COMMENT ON COLUMN prefix_changes.chain IS 'main, or a sub-agent.';
COMMENT ON COLUMN prefix_changes.source_id IS 'File of the record.';
COMMENT ON COLUMN prefix_changes.line IS 'Line of the record, from 1.';
COMMENT ON COLUMN prefix_changes.occurred_at IS 'Time of the record; null where it has none.';
COMMENT ON COLUMN prefix_changes.part IS 'tools, system, messages, effort, parameters, servers, mode, skill or rules.';
COMMENT ON COLUMN prefix_changes.change IS 'What changed: tools by name, the part of the system prompt, the first message that differs, parameters by name, the command of a person, the skill, the rules file.';
