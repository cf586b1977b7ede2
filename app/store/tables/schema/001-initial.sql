-- The index: every table can be rebuilt from the packs and the journal.
-- One statement per table, then a comment for the table and for every column.

CREATE TABLE projection_state (
  key    VARCHAR PRIMARY KEY,
  value  VARCHAR NOT NULL
);
COMMENT ON TABLE projection_state IS 'How much of the packs and the journal the index contains.';
COMMENT ON COLUMN projection_state.key IS 'schema_version, rules_version, journal_seq, pack_id, pack_offset, or the name of another value that the engine keeps.';
COMMENT ON COLUMN projection_state.value IS 'The value as text.';

CREATE TABLE artifacts (
  artifact_hash  VARCHAR NOT NULL,
  kind           VARCHAR NOT NULL,
  pack_id        INTEGER NOT NULL,
  pack_offset    BIGINT  NOT NULL,
  entry_bytes    BIGINT  NOT NULL,
  stored_bytes   BIGINT  NOT NULL,
  raw_bytes      BIGINT  NOT NULL
);
COMMENT ON TABLE artifacts IS 'Location of each artifact in the packs. One row per artifact.';
COMMENT ON COLUMN artifacts.artifact_hash IS 'Full BLAKE3 file hash, 64 hex digits; the short ref is art- and its first 12.';
COMMENT ON COLUMN artifacts.kind IS 'delta, compaction, snapshot, commit (a commit record), manifest (the spans of a source) or raw (bytes of a source that belong to no commit).';
COMMENT ON COLUMN artifacts.pack_id IS 'Number of the pack file that contains the entry.';
COMMENT ON COLUMN artifacts.pack_offset IS 'Byte offset in the pack file of the entry that contains it, alone or with others.';
COMMENT ON COLUMN artifacts.entry_bytes IS 'Size of that entry, header included, bytes.';
COMMENT ON COLUMN artifacts.stored_bytes IS 'Its share of the entry by its size, bytes; all of it when it is alone.';
COMMENT ON COLUMN artifacts.raw_bytes IS 'Size of the artifact itself, bytes.';

CREATE TABLE sources (
  source_id     VARCHAR NOT NULL,
  agent         VARCHAR NOT NULL,
  path          VARCHAR NOT NULL,
  file          VARCHAR NOT NULL,
  root          VARCHAR NOT NULL,
  role          VARCHAR NOT NULL,
  session_id    VARCHAR,
  agent_id      VARCHAR,
  bytes         BIGINT  NOT NULL,
  modified_ns   VARCHAR NOT NULL,
  content_hash  VARCHAR NOT NULL,
  manifest_hash VARCHAR NOT NULL,
  lines         BIGINT  NOT NULL,
  records       BIGINT  NOT NULL,
  place         INTEGER NOT NULL
);
COMMENT ON TABLE sources IS 'The transcript files that were imported, in their newest version. One row per file.';
COMMENT ON COLUMN sources.source_id IS 'Stable name of the file in this store: src- and 16 hex digits of the hash of its path.';
COMMENT ON COLUMN sources.agent IS 'The agent whose file it is, for example claude-code: the first part of the template of its sessions.';
COMMENT ON COLUMN sources.path IS 'Absolute path on the importing machine.';
COMMENT ON COLUMN sources.file IS 'Path relative to the parent of the imported folder, with forward slashes.';
COMMENT ON COLUMN sources.root IS 'Absolute path of the imported folder.';
COMMENT ON COLUMN sources.role IS 'session (a main transcript), agent (a separate sub-agent transcript), meta (the note beside a sub-agent transcript), side (a file kept beside a session, such as a large tool output) or earlier (content of a file before it was rewritten; kept, but not counted).';
COMMENT ON COLUMN sources.session_id IS 'Session the file belongs to; null when no record names one.';
COMMENT ON COLUMN sources.agent_id IS 'Agent of a sub-agent transcript; null for a main transcript.';
COMMENT ON COLUMN sources.bytes IS 'Size of the imported version, bytes.';
COMMENT ON COLUMN sources.modified_ns IS 'Modification time of the file when it was read, nanoseconds since 1970 as text.';
COMMENT ON COLUMN sources.content_hash IS 'BLAKE3 hash of all bytes of the imported version, 64 hex digits.';
COMMENT ON COLUMN sources.manifest_hash IS 'Artifact that lists the spans from which the file is restored byte for byte.';
COMMENT ON COLUMN sources.lines IS 'Lines of the file, blank ones included.';
COMMENT ON COLUMN sources.records IS 'Lines that are JSON objects.';
COMMENT ON COLUMN sources.place IS 'Place among the files of its session, from 0: the one whose own records begin earlier comes first, else the smaller file. A chain whose records are in several files continues in this order.';

CREATE TABLE sessions (
  session_id        VARCHAR NOT NULL,
  project           VARCHAR NOT NULL,
  folder            VARCHAR NOT NULL,
  cwd               VARCHAR,
  git_branch        VARCHAR,
  client_version    VARCHAR,
  template          VARCHAR NOT NULL,
  title             VARCHAR NOT NULL,
  title_source      VARCHAR NOT NULL,
  kind              VARCHAR NOT NULL,
  outcome           VARCHAR NOT NULL,
  standing          VARCHAR NOT NULL,
  tip_commit_id     VARCHAR,
  parent_session_id VARCHAR,
  continued_in      VARCHAR,
  continued_from    VARCHAR,
  session_kind      VARCHAR,
  first_at          TIMESTAMPTZ,
  last_at           TIMESTAMPTZ,
  duration_ms       BIGINT,
  records           BIGINT NOT NULL,
  malformed_lines   BIGINT NOT NULL,
  bytes             BIGINT NOT NULL,
  human_prompts     BIGINT NOT NULL,
  commands          BIGINT NOT NULL,
  responses         BIGINT NOT NULL,
  thinking_blocks   BIGINT NOT NULL,
  tool_calls        BIGINT NOT NULL,
  tool_errors       BIGINT NOT NULL,
  compactions       BIGINT NOT NULL,
  sub_agents        BIGINT NOT NULL,
  errors            BIGINT NOT NULL,
  commits           BIGINT NOT NULL,
  models            VARCHAR[] NOT NULL,
  input_tokens      BIGINT,
  output_tokens     BIGINT,
  cache_read_tokens BIGINT,
  cache_write_tokens BIGINT,
  understated_replies BIGINT NOT NULL
);
COMMENT ON TABLE sessions IS 'One run of an agent with its counts; copies of records that belong to another session are not counted. One row per session.';
COMMENT ON COLUMN sessions.session_id IS 'Name of the session: the transcript''s file name, or the id in its records when the name is not a UUID.';
COMMENT ON COLUMN sessions.project IS 'Working directory of the session, or the transcript folder''s name when no record has one.';
COMMENT ON COLUMN sessions.folder IS 'Name of the folder that contains the transcript.';
COMMENT ON COLUMN sessions.cwd IS 'Working directory in the first record that has one, copies only where no other has; null: no record has one.';
COMMENT ON COLUMN sessions.git_branch IS 'Git branch in the last record that has one; null: no record has one.';
COMMENT ON COLUMN sessions.client_version IS 'Client version in the last record that has one; null: no record has one.';
COMMENT ON COLUMN sessions.template IS 'The agent and the entrypoint (cli when not recorded), for example claude-code/cli.';
COMMENT ON COLUMN sessions.title IS 'Custom title, else title record, else the first human prompt, else the session id.';
COMMENT ON COLUMN sessions.title_source IS 'custom, agent, summary, prompt, plan or id: where the title comes from.';
COMMENT ON COLUMN sessions.kind IS 'conversation, one_shot (one prompt and at most one reply), warm_up (only agents that the client started itself), empty (no conversation record) or prompts_only (no transcript: the prompts are from the client''s history, and replies, tools, tokens and times of work are not known; no metric counts the session).';
COMMENT ON COLUMN sessions.outcome IS 'success, error_max_turns, error_during_execution, error_max_budget_usd, interrupted or unknown.';
COMMENT ON COLUMN sessions.standing IS 'State after the last record of the main chain: working (model or tool), replied, asking, interrupted, failed, idle, done, ended or none. Together with last_at and the current time it gives running, waiting, stale or ended.';
COMMENT ON COLUMN sessions.tip_commit_id IS 'Commit at the end of the main chain; null when there is none.';
COMMENT ON COLUMN sessions.parent_session_id IS 'Session whose records this one copies as its beginning; null when it copies none.';
COMMENT ON COLUMN sessions.continued_in IS 'Session that continues this one, as its client says; null when it says none. The session may not be imported.';
COMMENT ON COLUMN sessions.continued_from IS 'Session that this one continues, as the client of that one says; null when none says so.';
COMMENT ON COLUMN sessions.session_kind IS 'What kind of session its replies are from, in the words of the client, such as bg; null when they do not say.';
COMMENT ON COLUMN sessions.first_at IS 'Earliest time in its records, sub-agents included and copies excluded; null: no readable time.';
COMMENT ON COLUMN sessions.last_at IS 'Latest time in its records, sub-agents included and copies excluded; null: no readable time.';
COMMENT ON COLUMN sessions.duration_ms IS 'last_at minus first_at, milliseconds; where the clock went back by five minutes or more, only the known time; null: no readable time.';
COMMENT ON COLUMN sessions.records IS 'Records of its files, copies included.';
COMMENT ON COLUMN sessions.malformed_lines IS 'Lines of its files that are not JSON objects.';
COMMENT ON COLUMN sessions.bytes IS 'Size of its files, bytes.';
COMMENT ON COLUMN sessions.human_prompts IS 'Prompts that a human typed, commands and copies excluded.';
COMMENT ON COLUMN sessions.commands IS 'Slash commands and shell lines that a human typed.';
COMMENT ON COLUMN sessions.responses IS 'Text blocks written by the model, sub-agents included.';
COMMENT ON COLUMN sessions.thinking_blocks IS 'Thinking blocks, sub-agents included.';
COMMENT ON COLUMN sessions.tool_calls IS 'Tool calls, sub-agents included.';
COMMENT ON COLUMN sessions.tool_errors IS 'Tool results marked as errors, refused calls excluded, sub-agents included.';
COMMENT ON COLUMN sessions.compactions IS 'Compaction boundaries.';
COMMENT ON COLUMN sessions.sub_agents IS 'Sub-agents that have own messages, warm-up agents and copies excluded.';
COMMENT ON COLUMN sessions.errors IS 'Failed requests (error events, synthetic replies included) and tool_errors, as errors of commits.';
COMMENT ON COLUMN sessions.commits IS 'Commits cut from its records.';
COMMENT ON COLUMN sessions.models IS 'Models that replied, sorted; synthetic ones and copies excluded.';
COMMENT ON COLUMN sessions.input_tokens IS 'Uncached input tokens, each reply once; null: no usage recorded.';
COMMENT ON COLUMN sessions.output_tokens IS 'Output tokens, each reply once; null: no usage recorded.';
COMMENT ON COLUMN sessions.cache_read_tokens IS 'Tokens read from the prompt cache, each reply once; null: no usage recorded.';
COMMENT ON COLUMN sessions.cache_write_tokens IS 'Tokens written to the prompt cache, each reply once; null: no usage recorded.';
COMMENT ON COLUMN sessions.understated_replies IS 'Replies whose output tokens are fewer than the model wrote, as in token_usage: the sum is too small.';

CREATE TABLE commits (
  commit_id      VARCHAR NOT NULL,
  parent_id      VARCHAR,
  session_id     VARCHAR NOT NULL,
  chain          VARCHAR NOT NULL,
  position       BIGINT  NOT NULL,
  commit_type    VARCHAR NOT NULL,
  checkpoint     VARCHAR NOT NULL,
  artifact_hash  VARCHAR NOT NULL,
  record_hash    VARCHAR NOT NULL,
  format         VARCHAR NOT NULL,
  template       VARCHAR NOT NULL,
  principal      VARCHAR NOT NULL,
  summary        VARCHAR NOT NULL,
  created_at     VARCHAR NOT NULL,
  started_at     TIMESTAMPTZ,
  ended_at       TIMESTAMPTZ,
  records        BIGINT NOT NULL,
  bytes          BIGINT NOT NULL,
  human_prompts  BIGINT NOT NULL,
  commands       BIGINT NOT NULL,
  responses      BIGINT NOT NULL,
  tool_calls     BIGINT NOT NULL,
  errors         BIGINT NOT NULL,
  models         VARCHAR[] NOT NULL,
  preserved      VARCHAR[] NOT NULL,
  branch_of      VARCHAR,
  agent_type     VARCHAR,
  spawn_call     VARCHAR,
  cwd            VARCHAR,
  git_branch     VARCHAR,
  client_version VARCHAR,
  machine        VARCHAR,
  ticket_id      VARCHAR,
  thread_id      VARCHAR,
  token_count    BIGINT
);
COMMENT ON TABLE commits IS 'Commits reachable from a ref, made commits, and replaced commits with a fork, tag, pin or child. One row per commit.';
COMMENT ON COLUMN commits.commit_id IS 'ctx- and 8 hex digits, longer on a collision.';
COMMENT ON COLUMN commits.parent_id IS 'Commit it continues; null for a root.';
COMMENT ON COLUMN commits.session_id IS 'Session whose records it contains; live/ and a session id for commits that were made, not cut from a transcript.';
COMMENT ON COLUMN commits.chain IS 'main, the agent id of a sub-agent''s chain (of a captured session the id of the call that started it), or replaced for a commit that was amended away and is kept.';
COMMENT ON COLUMN commits.position IS 'Order in which the session''s commits were cut, from 0.';
COMMENT ON COLUMN commits.commit_type IS 'delta, compaction or snapshot.';
COMMENT ON COLUMN commits.checkpoint IS 'Why it was cut: turn_boundary, tool_call, compaction, session_end or explicit.';
COMMENT ON COLUMN commits.artifact_hash IS 'Artifact with its records, 64 hex digits.';
COMMENT ON COLUMN commits.record_hash IS 'Artifact with the commit record itself, 64 hex digits.';
COMMENT ON COLUMN commits.format IS 'Format of the artifact: claude-code-v1 for imported transcripts of Claude Code.';
COMMENT ON COLUMN commits.template IS 'Kind of agent that produced it.';
COMMENT ON COLUMN commits.principal IS 'Who ran the agent; the project for imported transcripts.';
COMMENT ON COLUMN commits.summary IS 'Subject of the commit, in one line.';
COMMENT ON COLUMN commits.created_at IS 'Time of its last record, UTC, whole seconds, as used in the id.';
COMMENT ON COLUMN commits.started_at IS 'Earliest time in its records; null: none is readable.';
COMMENT ON COLUMN commits.ended_at IS 'Latest time in its records; null: none is readable.';
COMMENT ON COLUMN commits.records IS 'Records in its artifact.';
COMMENT ON COLUMN commits.bytes IS 'Size of its artifact, bytes.';
COMMENT ON COLUMN commits.human_prompts IS 'Prompts that a human typed, commands and copies excluded. This count and the next four are 0 for a snapshot that has a parent: it repeats the content of other commits.';
COMMENT ON COLUMN commits.commands IS 'Slash commands and shell lines that a human typed.';
COMMENT ON COLUMN commits.responses IS 'Text blocks written by the model.';
COMMENT ON COLUMN commits.tool_calls IS 'Tool calls.';
COMMENT ON COLUMN commits.errors IS 'Error events and tool results marked as errors, refused calls excluded.';
COMMENT ON COLUMN commits.models IS 'Models that replied, sorted.';
COMMENT ON COLUMN commits.preserved IS 'For a compaction: uuids of the messages the client kept verbatim.';
COMMENT ON COLUMN commits.branch_of IS 'Reason why its parent is not the preceding commit: rewind, spawn or resume; null when it is.';
COMMENT ON COLUMN commits.agent_type IS 'Kind of the sub-agent, from the note beside its transcript or the call that started it; null for the main chain, and when neither records it.';
COMMENT ON COLUMN commits.spawn_call IS 'For the first commit of a sub-agent''s chain, the tool_use_id in events of the call that started it; null otherwise.';
COMMENT ON COLUMN commits.cwd IS 'Working directory in its last record that has one; for a captured commit, from the last start of the client before it; null: not recorded.';
COMMENT ON COLUMN commits.git_branch IS 'Git branch in its last record that has one; null: not recorded, as in all captured commits.';
COMMENT ON COLUMN commits.client_version IS 'Client version in its last record that has one; for a captured commit, from the last start of the client before it; null: not recorded.';
COMMENT ON COLUMN commits.machine IS 'Machine that the agent ran on, from its record; null: not recorded, as in all imported transcripts.';
COMMENT ON COLUMN commits.ticket_id IS 'Ticket that was worked on, from its record; null: none.';
COMMENT ON COLUMN commits.thread_id IS 'Thread that it is part of, from its record; null: none.';
COMMENT ON COLUMN commits.token_count IS 'Tokens of its artifact. For a made commit, from its record. For an imported or captured commit, the growth of the context that its replies report; text before the first reply of a chain or after a compaction is estimated. Null: not recorded.';

CREATE TABLE refs (
  name        VARCHAR NOT NULL,
  kind        VARCHAR NOT NULL,
  commit_id   VARCHAR NOT NULL,
  session_id  VARCHAR
);
COMMENT ON TABLE refs IS 'Mutable names of tips. One row per ref.';
COMMENT ON COLUMN refs.name IS 'session/<id>, agent/<session>/<agent>, rewind/<session>/<n>, fork/<name> or tag/<name>.';
COMMENT ON COLUMN refs.kind IS 'session, agent, rewind, fork or tag.';
COMMENT ON COLUMN refs.commit_id IS 'Commit that the name refers to.';
COMMENT ON COLUMN refs.session_id IS 'Session that it was derived from; null for a name that a person gave.';

CREATE TABLE records (
  source_id        VARCHAR  NOT NULL,
  line             BIGINT   NOT NULL,
  file_line        BIGINT   NOT NULL,
  session_id       VARCHAR  NOT NULL,
  chain            VARCHAR  NOT NULL,
  commit_id        VARCHAR,
  is_copy          BOOLEAN  NOT NULL,
  byte_offset      BIGINT   NOT NULL,
  byte_length      BIGINT   NOT NULL,
  record_type      VARCHAR  NOT NULL,
  subtype          VARCHAR,
  uuid             VARCHAR,
  parent_uuid      VARCHAR,
  occurred_at      TIMESTAMPTZ,
  is_sidechain     BOOLEAN  NOT NULL,
  is_meta          BOOLEAN  NOT NULL,
  is_compact_summary BOOLEAN NOT NULL,
  class            VARCHAR  NOT NULL,
  rule             VARCHAR  NOT NULL,
  reference_class  VARCHAR  NOT NULL,
  model            VARCHAR,
  has_content_list BOOLEAN  NOT NULL,
  is_api_error     BOOLEAN  NOT NULL,
  has_image        BOOLEAN  NOT NULL,
  mentions_injected BOOLEAN NOT NULL,
  text_blocks      INTEGER  NOT NULL,
  thinking_blocks  INTEGER  NOT NULL,
  tool_uses        INTEGER  NOT NULL,
  tool_results     INTEGER  NOT NULL,
  tool_errors      INTEGER  NOT NULL,
  text_chars       BIGINT   NOT NULL,
  thinking_chars   BIGINT   NOT NULL,
  detail           VARCHAR
);
COMMENT ON TABLE records IS 'Lines of the sources that are JSON objects, each with its class and the rule that decided it. One row per record.';
COMMENT ON COLUMN records.source_id IS 'File that contains the record.';
COMMENT ON COLUMN records.line IS 'Key of the record in its file, as in all tables: its line, from 1, when each of the records that share a line counts as a line.';
COMMENT ON COLUMN records.file_line IS 'Number of its line in the file, from 1; it differs from line only in files with recovered-records among their problems.';
COMMENT ON COLUMN records.session_id IS 'Session the file belongs to.';
COMMENT ON COLUMN records.chain IS 'main, or the agent id of the sub-agent''s chain the line belongs to.';
COMMENT ON COLUMN records.commit_id IS 'Commit whose artifact contains the line; for a copy the commit that contains the original; null when there is none.';
COMMENT ON COLUMN records.is_copy IS 'True for a line that another session, or an earlier line, already contains: kept for restore, not counted.';
COMMENT ON COLUMN records.byte_offset IS 'First byte in the file of the line, or of the part of a line that contains the record.';
COMMENT ON COLUMN records.byte_length IS 'Length with the line ending, bytes.';
COMMENT ON COLUMN records.record_type IS 'The record''s type as text; empty when it has none.';
COMMENT ON COLUMN records.subtype IS 'Subtype of a system or result record, kind of an attachment or progress record; null when it has none.';
COMMENT ON COLUMN records.uuid IS 'The record''s uuid; null when it has none.';
COMMENT ON COLUMN records.parent_uuid IS 'The record''s parentUuid, else its logicalParentUuid; null when it has none.';
COMMENT ON COLUMN records.occurred_at IS 'The record''s timestamp; null when absent or unreadable.';
COMMENT ON COLUMN records.is_sidechain IS 'isSidechain is true in the record.';
COMMENT ON COLUMN records.is_meta IS 'isMeta is true in the record.';
COMMENT ON COLUMN records.is_compact_summary IS 'isCompactSummary is true in the record.';
COMMENT ON COLUMN records.class IS 'Class of the record by the finer rules.';
COMMENT ON COLUMN records.rule IS 'Id of the rule that decided the class; recovered for a record from a damaged line, whose rule is in detail.';
COMMENT ON COLUMN records.reference_class IS 'Class by the reference rules of the design: human_prompt, tool_result, an injected category, none, or other for records that are not of type user.';
COMMENT ON COLUMN records.model IS 'message.model of an assistant record; null when it has none.';
COMMENT ON COLUMN records.has_content_list IS 'message.content is a list with at least one block.';
COMMENT ON COLUMN records.is_api_error IS 'isApiErrorMessage is true in the record.';
COMMENT ON COLUMN records.has_image IS 'The content contains an image block.';
COMMENT ON COLUMN records.mentions_injected IS 'A human prompt whose text quotes an injected pattern, but does not begin with it.';
COMMENT ON COLUMN records.text_blocks IS 'Text blocks in the content.';
COMMENT ON COLUMN records.thinking_blocks IS 'Thinking blocks in the content.';
COMMENT ON COLUMN records.tool_uses IS 'tool_use blocks in the content.';
COMMENT ON COLUMN records.tool_results IS 'tool_result blocks in the content.';
COMMENT ON COLUMN records.tool_errors IS 'tool_result blocks with is_error true.';
COMMENT ON COLUMN records.text_chars IS 'Length of its text (a text content, all text blocks, or a summary), UTF-16 code units.';
COMMENT ON COLUMN records.thinking_chars IS 'Length of its thinking blocks, UTF-16 code units.';
COMMENT ON COLUMN records.detail IS 'For a compaction boundary: {"trigger","pre_tokens","post_tokens","form"}, and {"dropped_tokens"}, the sum over the compactions so far; for a reply {"skill","session_kind","thinking_ms","thinking_tokens","cache_miss"}, all but the first three repeated in each record of the reply; for a change of model after a refusal, also in each record of the reply, {"fallback"}; for files with instructions {"instructions"}; for the end of a turn {"hooks"} or {"duration_ms"}; for a session that another one continues: {"continued_in"}; for a title: {"source","title","leaf"}, and {"session"} when it names another session; for a recovered record also {"rule"}, which decided the class; for a copy that names its origin: {"forked_from"}; for the client''s record of the session''s cost so far: {"total_cost_usd","models"}; for a pull request: {"pr"}; for a tool result too large for the transcript: {"persisted"}; for what a hook of this program gave: {"recall":[{"door","about","lines","keys","files","commits"}]}; for a record that contains the system prompt: {"system_prompt":{"given","chars"}}; JSON text; null otherwise.';

CREATE TABLE events (
  source_id     VARCHAR NOT NULL,
  line          BIGINT  NOT NULL,
  block         INTEGER NOT NULL,
  session_id    VARCHAR NOT NULL,
  chain         VARCHAR NOT NULL,
  commit_id     VARCHAR,
  is_copy       BOOLEAN NOT NULL,
  kind          VARCHAR NOT NULL,
  class         VARCHAR NOT NULL,
  occurred_at   TIMESTAMPTZ,
  body          VARCHAR USING COMPRESSION zstd,
  chars         BIGINT  NOT NULL,
  weighed_chars  BIGINT NOT NULL,
  counted_tokens BIGINT NOT NULL,
  tool_name     VARCHAR,
  tool_use_id   VARCHAR,
  file_path     VARCHAR,
  is_error      BOOLEAN NOT NULL,
  permission   VARCHAR,
  run_ms       BIGINT,
  model         VARCHAR,
  subtype       VARCHAR
);
COMMENT ON TABLE events IS 'Events: what records add to the conversation. One row per event; a record yields one event per content block. Add WHERE NOT is_copy to count as the screens do: forks and resumed sessions copy the events of others.';
COMMENT ON COLUMN events.source_id IS 'File of the record.';
COMMENT ON COLUMN events.line IS 'Key of the record in its file, as in records.';
COMMENT ON COLUMN events.block IS 'Position among the record''s events, from 0.';
COMMENT ON COLUMN events.session_id IS 'Session of the record.';
COMMENT ON COLUMN events.chain IS 'main, or the agent id of a sub-agent''s chain.';
COMMENT ON COLUMN events.commit_id IS 'Commit that contains the record; null when there is none.';
COMMENT ON COLUMN events.is_copy IS 'True when the record is a copy, or the event of a snapshot that has a parent, and must not be counted again.';
COMMENT ON COLUMN events.kind IS 'prompt, response, thinking, tool_call, tool_result, system, metric, error or output.';
COMMENT ON COLUMN events.class IS 'Class of the record; for a prompt event: its author.';
COMMENT ON COLUMN events.occurred_at IS 'Time of the record; null when absent or unreadable.';
COMMENT ON COLUMN events.body IS 'Text of a prompt, response, thinking, system or error event, JSON input of a tool call, of a captured compaction boundary {"trigger","pre_tokens","post_tokens"}; at most 65,536 characters; null for tool results (read the artifact).';
COMMENT ON COLUMN events.chars IS 'Length of the whole text, UTF-16 code units; for a tool result its output.';
COMMENT ON COLUMN events.weighed_chars IS 'Length of the part that is sent to the model and counts by the weight of its kind in estimates of tokens, UTF-16 code units.';
COMMENT ON COLUMN events.counted_tokens IS 'Estimated tokens of the rest: pictures, documents, and letters of which one is about a token (Chinese, Japanese, Korean).';
COMMENT ON COLUMN events.tool_name IS 'Tool of a tool call; null otherwise.';
COMMENT ON COLUMN events.tool_use_id IS 'Id that joins a tool call and its result; null otherwise.';
COMMENT ON COLUMN events.file_path IS 'File that a tool call names; null otherwise.';
COMMENT ON COLUMN events.is_error IS 'True for a tool result marked as an error and for error events.';
COMMENT ON COLUMN events.permission IS 'For a tool result, who decided whether the tool may run: approved, refused (a person), allowed, denied (a rule or a hook), interrupted (a person stopped it), cancelled (the client did before it ran), invalid (the client rejected it before it ran); null when not recorded. A refused, denied, interrupted or cancelled call did not fail.';
COMMENT ON COLUMN events.run_ms IS 'For a tool result, how long the tool ran, as recorded by the client; for a call, the longest time that the tool can run, milliseconds; null when not known.';
COMMENT ON COLUMN events.model IS 'Model that wrote it; null when not recorded.';
COMMENT ON COLUMN events.subtype IS 'Subtype of a system event, status of a metric; null otherwise.';

CREATE TABLE token_usage (
  source_id          VARCHAR NOT NULL,
  line               BIGINT  NOT NULL,
  session_id         VARCHAR NOT NULL,
  chain              VARCHAR NOT NULL,
  is_copy            BOOLEAN NOT NULL,
  iteration          INTEGER,
  iteration_kind     VARCHAR,
  reply_key          VARCHAR NOT NULL,
  message_id         VARCHAR,
  model              VARCHAR NOT NULL,
  occurred_at        TIMESTAMPTZ,
  input_tokens       BIGINT,
  output_tokens      BIGINT,
  cache_read_tokens  BIGINT,
  cache_write_tokens BIGINT,
  cache_write_5m_tokens BIGINT,
  cache_write_1h_tokens BIGINT,
  web_searches       BIGINT,
  web_fetches        BIGINT,
  service            VARCHAR,
  cost_usd           DOUBLE,
  context_tokens     BIGINT,
  account_rank       BIGINT  NOT NULL,
  is_understated     BOOLEAN NOT NULL,
  stop_reason        VARCHAR,
  thinking_tokens    BIGINT,
  skill              VARCHAR,
  cache_miss_reason  VARCHAR,
  cache_missed_tokens BIGINT
);
COMMENT ON TABLE token_usage IS 'Usage as recorded, with several rows for a reply. For each reply_key, the row with the greatest account_rank counts (the last, if several are equal). One row per assistant record with usage, and one per further request within its reply.';
COMMENT ON COLUMN token_usage.source_id IS 'File of the record.';
COMMENT ON COLUMN token_usage.line IS 'Key of the record in its file, as in records.';
COMMENT ON COLUMN token_usage.session_id IS 'Session of the record.';
COMMENT ON COLUMN token_usage.chain IS 'main, or the agent id of a sub-agent''s chain.';
COMMENT ON COLUMN token_usage.is_copy IS 'True when the record is a copy of another session''s, or the metric of a snapshot that has a parent.';
COMMENT ON COLUMN token_usage.iteration IS 'Position of a further request in the usage.iterations of its reply, from 0, for example one to an advisor, which the reply''s own counts exclude; null for the reply itself.';
COMMENT ON COLUMN token_usage.iteration_kind IS 'Type of the further request, such as advisor_message; null for the reply itself.';
COMMENT ON COLUMN token_usage.reply_key IS 'Identity of the reply: message id and request id, else message id, else uuid, else file and line; for a further request, with its position.';
COMMENT ON COLUMN token_usage.message_id IS 'message.id; null when it has none.';
COMMENT ON COLUMN token_usage.model IS 'Model; empty when not recorded.';
COMMENT ON COLUMN token_usage.occurred_at IS 'Time of the record; null when absent or unreadable.';
COMMENT ON COLUMN token_usage.input_tokens IS 'Uncached input tokens; 0 when the field is absent, null when its value is not an integer from 0 to 2^63 - 1.';
COMMENT ON COLUMN token_usage.output_tokens IS 'Output tokens; 0 when the field is absent, null when its value is not an integer from 0 to 2^63 - 1, and for captured turns that do not report them.';
COMMENT ON COLUMN token_usage.cache_read_tokens IS 'Tokens read from the prompt cache; 0 when the field is absent, null when its value is not an integer from 0 to 2^63 - 1.';
COMMENT ON COLUMN token_usage.cache_write_tokens IS 'Tokens written to the prompt cache; 0 when the field is absent, null when its value is not an integer from 0 to 2^63 - 1.';
COMMENT ON COLUMN token_usage.cache_write_5m_tokens IS 'Part of cache_write_tokens that is kept for 5 minutes; null when not recorded.';
COMMENT ON COLUMN token_usage.cache_write_1h_tokens IS 'Part of cache_write_tokens that is kept for an hour; null when not recorded.';
COMMENT ON COLUMN token_usage.web_searches IS 'Web searches that the service ran for the reply; null when not recorded.';
COMMENT ON COLUMN token_usage.web_fetches IS 'Web pages that the service fetched for the reply; null when not recorded.';
COMMENT ON COLUMN token_usage.service IS 'Speed, tier or place of the service when not the standard one, such as fast, batch or us; null otherwise.';
COMMENT ON COLUMN token_usage.cost_usd IS 'Cost as recorded, US dollars; null when not recorded.';
COMMENT ON COLUMN token_usage.context_tokens IS 'Tokens that the model saw: input, cache read and cache write; for a reply with several iterations, those of the last one. Null when one of them is not available, and for further requests.';
COMMENT ON COLUMN token_usage.account_rank IS 'Output tokens where all four counts are available, else -1: the record with the greatest rank has the complete usage of the reply.';
COMMENT ON COLUMN token_usage.is_understated IS 'True when the output tokens are fewer than the model wrote: by the client''s version, because the record contains more text, or because a captured turn does not report them.';
COMMENT ON COLUMN token_usage.stop_reason IS 'Why the model stopped, as the service says it, such as end_turn, tool_use, max_tokens or refusal; of a captured turn that of its last reply. Null when not recorded, as in most records that a client wrote before the reply had ended, and for further requests.';
COMMENT ON COLUMN token_usage.thinking_tokens IS 'Part of output_tokens that is thinking; null when not recorded, as by clients before 2.1.330, and for further requests.';
COMMENT ON COLUMN token_usage.skill IS 'Skill to which the client attributes the reply; null when it names none.';
COMMENT ON COLUMN token_usage.cache_miss_reason IS 'Why the service could not use its prompt cache, in its own words, such as model_changed; null when not recorded.';
COMMENT ON COLUMN token_usage.cache_missed_tokens IS 'Tokens that the service had to read again for that reason; null when not recorded.';

CREATE TABLE problems (
  source_id    VARCHAR NOT NULL,
  session_id   VARCHAR,
  file         VARCHAR NOT NULL,
  line         BIGINT,
  byte_offset  BIGINT,
  byte_length  BIGINT,
  code         VARCHAR NOT NULL,
  reason       VARCHAR NOT NULL,
  action       VARCHAR NOT NULL
);
COMMENT ON TABLE problems IS 'Malformed or unreadable input. One row per problem.';
COMMENT ON COLUMN problems.source_id IS 'File that it was found in; for a path that is not a source, its src- name.';
COMMENT ON COLUMN problems.session_id IS 'Session of the file; null when there is none.';
COMMENT ON COLUMN problems.file IS 'Path relative to the parent of the imported folder.';
COMMENT ON COLUMN problems.line IS 'Number of the line in the file, from 1, as records.file_line; null for a problem of the whole file.';
COMMENT ON COLUMN problems.byte_offset IS 'First byte concerned; null for a problem of the whole file.';
COMMENT ON COLUMN problems.byte_length IS 'Bytes concerned; null for a problem of the whole file.';
COMMENT ON COLUMN problems.code IS 'Kind of problem, from a closed list.';
COMMENT ON COLUMN problems.reason IS 'Description of the problem, without the content.';
COMMENT ON COLUMN problems.action IS 'Action to take, or taken.';

-- Part of the time from a call to its result that the tool waited for a person, milliseconds. run_ms: how long it ran; limit_ms: how long it can run.
CREATE MACRO wait_ms(tool_name, permission, run_ms, limit_ms, ms) AS CASE
  WHEN ms IS NULL OR ms <= 0 THEN 0
  WHEN permission = 'refused' OR tool_name IN ('AskUserQuestion', 'ExitPlanMode') THEN ms
  WHEN permission IN ('allowed', 'denied', 'cancelled', 'invalid') THEN 0
  WHEN run_ms IS NOT NULL THEN CASE WHEN permission = 'approved' OR ms - run_ms >= 5_000 THEN greatest(0, ms - run_ms) ELSE 0 END
  WHEN ms > limit_ms THEN ms - limit_ms
  ELSE 0
END;
-- Whether it is recorded that the call waited for a person; a wait that is not is a guess from the time that the call took.
CREATE MACRO is_wait_known(tool_name, permission) AS coalesce(permission IN ('refused', 'approved'), false) OR coalesce(tool_name IN ('AskUserQuestion', 'ExitPlanMode'), false);
-- Whether a tool result is that of a call which was refused, stopped or cancelled, not a failure: as model/refusal.ts says.
-- The states of a lane in which its agent works.
CREATE MACRO is_work(state) AS state IN ('agent', 'thinking', 'tool', 'compaction');

CREATE MACRO is_refusal(permission) AS coalesce(permission IN ('refused', 'denied', 'interrupted', 'cancelled'), false);
-- The sub-agent that a call continues, or whose end it waits for; null: none. A call that starts one is in spawn_call of commits.
CREATE MACRO awaited_agent(tool_name, body) AS CASE
  WHEN tool_name IN ('Task', 'Agent', 'TaskOutput', 'AgentOutputTool') AND json_valid(body)
  THEN coalesce(body ->> '$.resume', body ->> '$.task_id', body ->> '$.agentId', body ->> '$.agent_id')
END;
-- Number in its file of the line of a record with this key; null for a null key.
CREATE MACRO file_line_of(source, key) AS coalesce((
  SELECT any_value(records.file_line) FROM records
  WHERE records.source_id = source AND records.line = key AND records.file_line <> records.line
), key);
-- Ends of the 95 % interval of a rate by Wilson; null without cases.
CREATE MACRO wilson_low(hits, n) AS CASE WHEN n > 0 AND hits = 0 THEN 0 WHEN n > 0 THEN greatest(0, ((hits + 1.9208) / n - 1.96 * sqrt(hits * (n - hits) / (n::DOUBLE * n * n) + 0.9604 / (n::DOUBLE * n))) / (1 + 3.8416 / n)) END;
CREATE MACRO wilson_high(hits, n) AS CASE WHEN n > 0 AND hits = n THEN 1 WHEN n > 0 THEN least(1, ((hits + 1.9208) / n + 1.96 * sqrt(hits * (n - hits) / (n::DOUBLE * n * n) + 0.9604 / (n::DOUBLE * n))) / (1 + 3.8416 / n)) END;
