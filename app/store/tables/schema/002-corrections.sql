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
COMMENT ON TABLE corrections IS 'Records whose class a person corrected. One row per line that contains such a record, copies included; records.class is the corrected one.';
COMMENT ON COLUMN corrections.source_id IS 'File that contains the record.';
COMMENT ON COLUMN corrections.line IS 'Key of the record in its file, as in records.';
COMMENT ON COLUMN corrections.session_id IS 'Session the file belongs to.';
COMMENT ON COLUMN corrections.record_key IS 'Identity of the record, from its content; copies have the same key.';
COMMENT ON COLUMN corrections.class IS 'The corrected class.';
COMMENT ON COLUMN corrections.class_by_rule IS 'Class by the rule in records.rule.';
COMMENT ON COLUMN corrections.reference_by_rule IS 'Class by the reference rules.';
COMMENT ON COLUMN corrections.reason IS 'Reason, as the person wrote it; null when none was given.';
COMMENT ON COLUMN corrections.corrected_at IS 'Time of the correction.';
