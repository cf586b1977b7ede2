CREATE TABLE compaction_sessions (
  session_id  VARCHAR NOT NULL,
  mark        VARCHAR NOT NULL,
  lack        VARCHAR
);
COMMENT ON TABLE compaction_sessions IS 'Sessions whose compaction_items are computed. Rows of compaction_items for sessions that are not in it are stale: ignore them. strata sql "FROM compaction_items LIMIT 1" computes all. One row per session.';
COMMENT ON COLUMN compaction_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN compaction_sessions.mark IS 'Fingerprint of the rules and of the commits that were read.';
COMMENT ON COLUMN compaction_sessions.lack IS 'too large: no items are available, because computing them would take too much memory or time; cut: a limit was met, so that items or needs beyond it are not counted; null: nothing is lacking.';

CREATE TABLE compaction_items (
  session_id        VARCHAR NOT NULL,
  commit_id         VARCHAR NOT NULL,
  kind              VARCHAR NOT NULL,
  item              VARCHAR NOT NULL,
  times             BIGINT  NOT NULL,
  held_by           VARCHAR NOT NULL,
  kept_by           VARCHAR,
  source_id         VARCHAR NOT NULL,
  line              BIGINT  NOT NULL,
  needed            BIGINT  NOT NULL,
  needed_as         VARCHAR,
  needed_source_id  VARCHAR,
  needed_line       BIGINT
);
COMMENT ON TABLE compaction_items IS 'Items of the context that a compaction replaced, whether it is still there, and whether it was needed again. Fact table, filled on demand: see compaction_sessions. One row per compaction, kind and item.';
COMMENT ON COLUMN compaction_items.session_id IS 'Session of the compaction.';
COMMENT ON COLUMN compaction_items.commit_id IS 'Commit of the compaction.';
COMMENT ON COLUMN compaction_items.kind IS 'path, command, number, error, decision or instruction.';
COMMENT ON COLUMN compaction_items.item IS 'Text of the item.';
COMMENT ON COLUMN compaction_items.times IS 'Occurrences in the replaced context.';
COMMENT ON COLUMN compaction_items.held_by IS 'conversation: prompts, responses or tool input contained it; tool results: only these did.';
COMMENT ON COLUMN compaction_items.kept_by IS 'summary, or kept messages: what still holds it; null: nothing does.';
COMMENT ON COLUMN compaction_items.source_id IS 'File of the record that contains it first.';
COMMENT ON COLUMN compaction_items.line IS 'Line of that record, from 1.';
COMMENT ON COLUMN compaction_items.needed IS 'Records after the compaction that needed it again.';
COMMENT ON COLUMN compaction_items.needed_as IS 'How the first of these needed it: read again, changed again, searched again, run again, used in a command, asked again, or met again (an error); null: none did.';
COMMENT ON COLUMN compaction_items.needed_source_id IS 'File of the first record that needed it again.';
COMMENT ON COLUMN compaction_items.needed_line IS 'Line of that record, from 1.';

CREATE TABLE compaction_losses (
  session_id  VARCHAR NOT NULL,
  commit_id   VARCHAR NOT NULL,
  kind        VARCHAR NOT NULL,
  kept_by     VARCHAR,
  is_needed   BOOLEAN NOT NULL,
  items       BIGINT  NOT NULL
);
COMMENT ON TABLE compaction_losses IS 'Number of compaction_items. Fact table, filled on demand: see compaction_sessions. One row per compaction, kind, holder, and whether they were needed again.';
COMMENT ON COLUMN compaction_losses.session_id IS 'Session of the compaction.';
COMMENT ON COLUMN compaction_losses.commit_id IS 'Commit of the compaction.';
COMMENT ON COLUMN compaction_losses.kind IS 'As in compaction_items.';
COMMENT ON COLUMN compaction_losses.kept_by IS 'As in compaction_items.';
COMMENT ON COLUMN compaction_losses.is_needed IS 'Whether a record after the compaction needed them again.';
COMMENT ON COLUMN compaction_losses.items IS 'Number of items.';
