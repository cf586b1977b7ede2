CREATE TABLE corrections (
  source_id          VARCHAR NOT NULL,
  line               BIGINT  NOT NULL,
  session_id         VARCHAR NOT NULL,
  record_key         VARCHAR NOT NULL,
  class              VARCHAR NOT NULL,
  class_by_rule      VARCHAR NOT NULL,
  reference_by_rule  VARCHAR NOT NULL,
  reason             VARCHAR,
  corrected_at       TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE corrections IS 'Records whose class a person corrected. One row per line that holds such a record, copies included; records.class is the corrected one.';
COMMENT ON COLUMN corrections.source_id IS 'File the record stands in.';
COMMENT ON COLUMN corrections.line IS 'Line number in the file, from 1.';
COMMENT ON COLUMN corrections.session_id IS 'Session the file belongs to.';
COMMENT ON COLUMN corrections.record_key IS 'Names the record by what it holds; copies of it have the same.';
COMMENT ON COLUMN corrections.class IS 'The corrected class.';
COMMENT ON COLUMN corrections.class_by_rule IS 'Class that the rule in records.rule had given.';
COMMENT ON COLUMN corrections.reference_by_rule IS 'Class that the reference rules had given.';
COMMENT ON COLUMN corrections.reason IS 'Why, in the words of the person; null when none was given.';
COMMENT ON COLUMN corrections.corrected_at IS 'When it was corrected.';
