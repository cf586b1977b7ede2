CREATE TABLE cache_sessions (
  session_id  VARCHAR NOT NULL,
  mark        VARCHAR NOT NULL
);
COMMENT ON TABLE cache_sessions IS 'Sessions whose cache_uses are computed. Rows of cache_uses for other sessions are stale: ignore them. strata sql "FROM cache_uses LIMIT 1" computes all. One row per session.';
COMMENT ON COLUMN cache_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN cache_sessions.mark IS 'Fingerprint of the rules, of the facts and of the changes between requests that were read.';

CREATE TABLE cache_uses (
  session_number   INTEGER NOT NULL,
  reply_key        VARCHAR NOT NULL,
  expected_tokens  BIGINT NOT NULL,
  read_tokens      BIGINT NOT NULL,
  is_break         BOOLEAN NOT NULL,
  gap_ms           BIGINT,
  lost_tokens      BIGINT NOT NULL,
  repeated_tokens  BIGINT NOT NULL,
  lost_from        VARCHAR,
  lost_after       BIGINT,
  lost_source_id   VARCHAR,
  lost_line        BIGINT,
  known_from       VARCHAR,
  cause            VARCHAR,
  evidence         VARCHAR
);
COMMENT ON TABLE cache_uses IS 'How much of what the request before had in the prompt cache each reply read, and why not all of it. A break is a reply that reads less than 90 % of that, by at least 2,048 tokens. Fact table, filled on demand: see cache_sessions. One row per reply that another one of its chain precedes.';
COMMENT ON COLUMN cache_uses.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN cache_uses.reply_key IS 'As in replies.';
COMMENT ON COLUMN cache_uses.expected_tokens IS 'Tokens that the request before had read from the cache or written to it.';
COMMENT ON COLUMN cache_uses.read_tokens IS 'Tokens that the reply read from the cache.';
COMMENT ON COLUMN cache_uses.is_break IS 'Whether it is a break.';
COMMENT ON COLUMN cache_uses.gap_ms IS 'Time from the beginning of the reply before to that of this one, milliseconds; null where a record has no time.';
COMMENT ON COLUMN cache_uses.lost_tokens IS 'Of a break, what was expected and not read; else 0.';
COMMENT ON COLUMN cache_uses.repeated_tokens IS 'Of a break, the tokens that had been cached and were written or read again without the cache; else 0.';
COMMENT ON COLUMN cache_uses.lost_from IS 'Where it broke: everything, behind the system prompt, or in the conversation; null for replies that are no breaks.';
COMMENT ON COLUMN cache_uses.lost_after IS 'Number of the last request of the chain whose tokens were all read; null where it broke elsewhere than in the conversation.';
COMMENT ON COLUMN cache_uses.lost_source_id IS 'File of the last record of that request.';
COMMENT ON COLUMN cache_uses.lost_line IS 'Key of that record in its file, as in records.';
COMMENT ON COLUMN cache_uses.known_from IS 'service (it named the reason) or records (inferred); null for replies that are no breaks.';
COMMENT ON COLUMN cache_uses.cause IS 'Why: a word of the service, or what the records show first; not_explained where they show nothing; null for replies that are no breaks.';
COMMENT ON COLUMN cache_uses.evidence IS 'What shows it; null where nothing more is known.';
