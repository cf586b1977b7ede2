CREATE TABLE replies (
  reply_key           VARCHAR NOT NULL,
  session_number      INTEGER NOT NULL,
  is_main             BOOLEAN NOT NULL,
  agent_number        INTEGER NOT NULL,
  chain               VARCHAR NOT NULL,
  model_number        INTEGER NOT NULL,
  quarter             INTEGER,
  occurred_at         TIMESTAMPTZ,
  service             VARCHAR NOT NULL,
  input_tokens        BIGINT,
  output_tokens       BIGINT,
  cache_read_tokens   BIGINT,
  write_5m_tokens     BIGINT,
  write_1h_tokens     BIGINT,
  context_tokens      BIGINT,
  web_searches        BIGINT NOT NULL,
  recorded_usd        DECIMAL(28, 10),
  iteration_kind      VARCHAR,
  is_understated      BOOLEAN NOT NULL,
  stop_reason         VARCHAR,
  thinking_tokens     BIGINT,
  skill               VARCHAR,
  cache_miss_reason   VARCHAR,
  cache_missed_tokens BIGINT,
  source_id           VARCHAR NOT NULL,
  line                BIGINT NOT NULL
);
COMMENT ON TABLE replies IS 'Replies of models with their usage, each once in the whole store. Values are from its most complete record (the last, if several are equal). It belongs to the session in which it first appears. A further request within a reply, such as one to an advisor, has a row too. Fact table, filled on demand: see fact_sessions. One row per reply.';
COMMENT ON COLUMN replies.reply_key IS 'As in token_usage.';
COMMENT ON COLUMN replies.session_number IS 'Session in which it first appears, as in fact_sessions.';
COMMENT ON COLUMN replies.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN replies.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN replies.chain IS 'main, or the agent id of a sub-agent''s chain: of its last record.';
COMMENT ON COLUMN replies.model_number IS 'Model of its last record, as in fact_names.';
COMMENT ON COLUMN replies.quarter IS 'Quarter of an hour of its last record, UTC; null when it has no time.';
COMMENT ON COLUMN replies.occurred_at IS 'Time of its last record; null when it has none.';
COMMENT ON COLUMN replies.service IS 'Speed, tier or place of the service; standard when nothing else is recorded.';
COMMENT ON COLUMN replies.input_tokens IS 'Uncached input tokens; null when not available, as in the other counts.';
COMMENT ON COLUMN replies.output_tokens IS 'Output tokens.';
COMMENT ON COLUMN replies.cache_read_tokens IS 'Tokens read from the prompt cache.';
COMMENT ON COLUMN replies.write_5m_tokens IS 'Tokens written to the prompt cache for five minutes, and those whose time is not recorded.';
COMMENT ON COLUMN replies.write_1h_tokens IS 'Tokens written to the prompt cache for an hour.';
COMMENT ON COLUMN replies.context_tokens IS 'Tokens that the model saw: input, cache read and cache write; null for captured turns, whose usage covers several requests, and when not recorded.';
COMMENT ON COLUMN replies.web_searches IS 'Web searches that the service ran.';
COMMENT ON COLUMN replies.recorded_usd IS 'Cost as recorded, US dollars; null when not recorded.';
COMMENT ON COLUMN replies.iteration_kind IS 'Type of a further request within a reply, such as advisor_message; null for replies.';
COMMENT ON COLUMN replies.is_understated IS 'True when its output tokens are fewer than the model wrote, as in token_usage.';
COMMENT ON COLUMN replies.stop_reason IS 'Why the model stopped, from its most complete record that says so; null when none does.';
COMMENT ON COLUMN replies.thinking_tokens IS 'As in token_usage.';
COMMENT ON COLUMN replies.skill IS 'As in token_usage.';
COMMENT ON COLUMN replies.cache_miss_reason IS 'As in token_usage.';
COMMENT ON COLUMN replies.cache_missed_tokens IS 'As in token_usage.';
COMMENT ON COLUMN replies.source_id IS 'File of its last record.';
COMMENT ON COLUMN replies.line IS 'Key of its last record in its file, as in records.';

CREATE TABLE shared_replies (
  reply_key       VARCHAR NOT NULL,
  session_number  INTEGER NOT NULL
);
COMMENT ON TABLE shared_replies IS 'Sessions that contain records of a reply, copies included, that belongs to another session in replies. Fact table, filled on demand: see fact_sessions. One row per reply and session.';
COMMENT ON COLUMN shared_replies.reply_key IS 'As in token_usage.';
COMMENT ON COLUMN shared_replies.session_number IS 'Session, as in fact_sessions.';

CREATE TABLE accounts (
  session_number      INTEGER NOT NULL,
  model               VARCHAR NOT NULL,
  input_tokens        BIGINT,
  output_tokens       BIGINT,
  cache_read_tokens   BIGINT,
  cache_write_tokens  BIGINT,
  cost_usd            DECIMAL(28, 10)
);
COMMENT ON TABLE accounts IS 'Usage and cost of a session as the client last recorded them. Fact table, filled on demand: see fact_sessions. One row per session and model.';
COMMENT ON COLUMN accounts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN accounts.model IS 'Model; (not split by model) when the client names none.';
COMMENT ON COLUMN accounts.input_tokens IS 'Uncached input tokens; null when not recorded.';
COMMENT ON COLUMN accounts.output_tokens IS 'Output tokens; null when not recorded.';
COMMENT ON COLUMN accounts.cache_read_tokens IS 'Tokens read from the prompt cache; null when not recorded.';
COMMENT ON COLUMN accounts.cache_write_tokens IS 'Tokens written to the prompt cache; null when not recorded.';
COMMENT ON COLUMN accounts.cost_usd IS 'Cost, US dollars; null when not recorded.';

CREATE TABLE spending (
  session_number      INTEGER NOT NULL,
  is_main             BOOLEAN NOT NULL,
  agent_number        INTEGER NOT NULL,
  model_number        INTEGER NOT NULL,
  service             VARCHAR NOT NULL,
  quarter             INTEGER,
  known               VARCHAR NOT NULL,
  replies             BIGINT NOT NULL,
  requests            BIGINT NOT NULL,
  input_tokens        BIGINT,
  output_tokens       BIGINT,
  cache_read_tokens   BIGINT,
  write_5m_tokens     BIGINT,
  write_1h_tokens     BIGINT,
  web_searches        BIGINT,
  seen_tokens         BIGINT,
  seen_cache_tokens   BIGINT,
  understated_replies BIGINT NOT NULL,
  skill               VARCHAR,
  thinking_tokens     BIGINT,
  thinking_replies    BIGINT NOT NULL,
  usd                 DECIMAL(38, 10)
);
COMMENT ON TABLE spending IS 'Usage and cost of replies, from replies and the table of prices. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model, service, quarter of an hour and cost source.';
COMMENT ON COLUMN spending.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN spending.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN spending.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN spending.model_number IS 'As in replies.';
COMMENT ON COLUMN spending.service IS 'As in replies.';
COMMENT ON COLUMN spending.quarter IS 'As in replies.';
COMMENT ON COLUMN spending.known IS 'recorded (the record contains the cost), computed (tokens times the price of that day) or unknown (there is no price).';
COMMENT ON COLUMN spending.replies IS 'Replies, without the further requests within them.';
COMMENT ON COLUMN spending.requests IS 'Replies and further requests within them, such as one to an advisor.';
COMMENT ON COLUMN spending.input_tokens IS 'Uncached input tokens, of replies that record them; null when none does, or when the sum exceeds 2^63 - 1, as in the other sums of tokens.';
COMMENT ON COLUMN spending.output_tokens IS 'Output tokens.';
COMMENT ON COLUMN spending.cache_read_tokens IS 'Tokens read from the prompt cache.';
COMMENT ON COLUMN spending.write_5m_tokens IS 'Tokens written to the prompt cache for five minutes.';
COMMENT ON COLUMN spending.write_1h_tokens IS 'Tokens written to the prompt cache for an hour.';
COMMENT ON COLUMN spending.web_searches IS 'Web searches that the service ran.';
COMMENT ON COLUMN spending.seen_tokens IS 'Tokens that the model saw (input, cache read and cache write), of requests that record all of them; null when none does.';
COMMENT ON COLUMN spending.seen_cache_tokens IS 'Part of seen_tokens that was read from the prompt cache.';
COMMENT ON COLUMN spending.understated_replies IS 'Replies whose output tokens are fewer than the model wrote.';
COMMENT ON COLUMN spending.skill IS 'As in token_usage.';
COMMENT ON COLUMN spending.thinking_tokens IS 'Part of the output tokens that is thinking, of replies that record it; null when none does.';
COMMENT ON COLUMN spending.thinking_replies IS 'Replies that record their thinking tokens.';
COMMENT ON COLUMN spending.usd IS 'Cost, US dollars; null when no price is known.';

CREATE TABLE copies (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  bytes           BIGINT NOT NULL
);
COMMENT ON TABLE copies IS 'Lines that another session, or an earlier line, already contains. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model and quarter of an hour that has some.';
COMMENT ON COLUMN copies.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN copies.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN copies.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN copies.model_number IS 'As in activity.';
COMMENT ON COLUMN copies.quarter IS 'As in activity; null for records without a time.';
COMMENT ON COLUMN copies.bytes IS 'Length of the lines, their ends included, bytes.';

CREATE TABLE storage_counts (
  session_id      VARCHAR NOT NULL,
  is_main         BOOLEAN NOT NULL,
  quarter         INTEGER,
  models          VARCHAR[] NOT NULL,
  commits         BIGINT NOT NULL,
  commit_bytes    BIGINT NOT NULL,
  stored_bytes    BIGINT NOT NULL,
  snapshot_bytes  HUGEINT NOT NULL
);
COMMENT ON TABLE storage_counts IS 'Size of the commits of a session. Filled on demand. One row per session, main chain or sub-agents, quarter of an hour and models.';
COMMENT ON COLUMN storage_counts.session_id IS 'Session.';
COMMENT ON COLUMN storage_counts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN storage_counts.quarter IS 'Quarter of an hour of the last record of the commit, UTC; null when it has no time.';
COMMENT ON COLUMN storage_counts.models IS 'Models that replied in the commits, sorted.';
COMMENT ON COLUMN storage_counts.commits IS 'Commits.';
COMMENT ON COLUMN storage_counts.commit_bytes IS 'Size of their artifacts, bytes.';
COMMENT ON COLUMN storage_counts.stored_bytes IS 'Size of those and of the commit records in the packs, bytes; an artifact of several commits counts for the first.';
COMMENT ON COLUMN storage_counts.snapshot_bytes IS 'Size of the artifacts if each commit contained everything since the nearest compaction, bytes.';
