CREATE TABLE pins (
  commit_id  VARCHAR NOT NULL,
  pinned_at  TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE pins IS 'Commits that a person protects from garbage collection. One row per commit.';
COMMENT ON COLUMN pins.commit_id IS 'Pinned commit; its ancestors are kept too.';
COMMENT ON COLUMN pins.pinned_at IS 'Time of the pin.';

CREATE TABLE summaries (
  commit_id   VARCHAR NOT NULL,
  position    BIGINT  NOT NULL,
  summary     VARCHAR NOT NULL,
  written_at  TIMESTAMPTZ,
  written_by  VARCHAR
);
COMMENT ON TABLE summaries IS 'Written summaries of commits, not those made by rule. One row per text; the one with the highest position counts.';
COMMENT ON COLUMN summaries.commit_id IS 'Commit that is summarized.';
COMMENT ON COLUMN summaries.position IS 'Order in which its summaries were written, from 0.';
COMMENT ON COLUMN summaries.summary IS 'The text; empty: the summary made by rule applies again.';
COMMENT ON COLUMN summaries.written_at IS 'Time of writing; null when not recorded.';
COMMENT ON COLUMN summaries.written_by IS 'Author; null when not recorded.';
