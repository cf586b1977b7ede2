CREATE TABLE pins (
  commit_id  VARCHAR NOT NULL,
  pinned_at  TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE pins IS 'Commits that a person keeps from being collected. One row per commit.';
COMMENT ON COLUMN pins.commit_id IS 'Commit that is kept, with all it stands on.';
COMMENT ON COLUMN pins.pinned_at IS 'When it was pinned.';

CREATE TABLE summaries (
  commit_id   VARCHAR NOT NULL,
  position    BIGINT  NOT NULL,
  summary     VARCHAR NOT NULL,
  written_at  TIMESTAMPTZ,
  written_by  VARCHAR
);
COMMENT ON TABLE summaries IS 'Summaries of commits that were written, not made by rule. One row per text; the one with the highest position counts.';
COMMENT ON COLUMN summaries.commit_id IS 'Commit that is described.';
COMMENT ON COLUMN summaries.position IS 'Order in which its summaries were written, from 0.';
COMMENT ON COLUMN summaries.summary IS 'The text; empty: the rule''s summary again.';
COMMENT ON COLUMN summaries.written_at IS 'When it was written; null when not recorded.';
COMMENT ON COLUMN summaries.written_by IS 'Who wrote it; null when not said.';
