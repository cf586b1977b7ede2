CREATE TABLE fact_sessions (
  session_number  INTEGER NOT NULL,
  session_id      VARCHAR NOT NULL,
  project         VARCHAR NOT NULL,
  template        VARCHAR NOT NULL,
  project_number  INTEGER NOT NULL,
  template_number INTEGER NOT NULL,
  version         VARCHAR NOT NULL,
  version_number  INTEGER NOT NULL,
  outcome         VARCHAR NOT NULL,
  first_at        TIMESTAMPTZ,
  last_at         TIMESTAMPTZ,
  duration_ms     BIGINT
);
COMMENT ON TABLE fact_sessions IS 'Sessions whose facts are computed. Fact tables are small tables that metrics read instead of all events. Rows of a fact table whose session_number is not in this table are stale: ignore them. strata sql "FROM turns LIMIT 1" computes all facts; without it, another program sees only the sessions listed here. One row per session.';
COMMENT ON COLUMN fact_sessions.session_number IS 'Number of the session in fact tables; never reused.';
COMMENT ON COLUMN fact_sessions.session_id IS 'Session as in sessions; empty for files that belong to none.';
COMMENT ON COLUMN fact_sessions.project IS 'As in sessions; empty for files that belong to none.';
COMMENT ON COLUMN fact_sessions.template IS 'As in sessions; empty for files that belong to none.';
COMMENT ON COLUMN fact_sessions.project_number IS 'Number of the project, as in fact_names.';
COMMENT ON COLUMN fact_sessions.template_number IS 'Number of the template, as in fact_names.';
COMMENT ON COLUMN fact_sessions.version IS 'Client version, as in sessions; empty where no record has one.';
COMMENT ON COLUMN fact_sessions.version_number IS 'Number of the client version, as in fact_names.';
COMMENT ON COLUMN fact_sessions.outcome IS 'As in sessions; unknown for files that belong to none.';
COMMENT ON COLUMN fact_sessions.first_at IS 'As in sessions.';
COMMENT ON COLUMN fact_sessions.last_at IS 'As in sessions.';
COMMENT ON COLUMN fact_sessions.duration_ms IS 'As in sessions.';

CREATE SEQUENCE fact_session_numbers;

CREATE TABLE fact_names (
  number  INTEGER NOT NULL,
  name    VARCHAR NOT NULL,
  server  VARCHAR
);
COMMENT ON TABLE fact_names IS 'Names of models, tools, projects, templates, client versions, types of agents and classes, which fact tables contain as numbers. Fact table, filled on demand: see fact_sessions. One row per name.';
COMMENT ON COLUMN fact_names.number IS 'Number of the name; never reused.';
COMMENT ON COLUMN fact_names.name IS 'Model, (none) where no model replies; tool, empty for calls that name none; project or template, empty for files that belong to none; class of records.';
COMMENT ON COLUMN fact_names.server IS 'MCP server of the tool, from mcp__SERVER__TOOL; null for others.';

CREATE TABLE fact_chains (
  session_number  INTEGER NOT NULL,
  chain           VARCHAR NOT NULL,
  agent_number    INTEGER NOT NULL
);
COMMENT ON TABLE fact_chains IS 'Types of the agents of sessions. Fact table, filled on demand: see fact_sessions. One row per session and chain.';
COMMENT ON COLUMN fact_chains.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN fact_chains.chain IS 'As in events: main, or a sub-agent.';
COMMENT ON COLUMN fact_chains.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';

CREATE TABLE fact_quarters (
  quarter  INTEGER NOT NULL
);
COMMENT ON TABLE fact_quarters IS 'Quarters of an hour that facts may have. Fact table, filled on demand: see fact_sessions. One row per quarter.';
COMMENT ON COLUMN fact_quarters.quarter IS 'Quarters of an hour since 1970, UTC.';

CREATE TABLE activity (
  session_number   INTEGER NOT NULL,
  is_main          BOOLEAN NOT NULL,
  agent_number     INTEGER NOT NULL,
  model_number     INTEGER NOT NULL,
  quarter          INTEGER,
  first_at         TIMESTAMPTZ,
  last_at          TIMESTAMPTZ,
  events           BIGINT NOT NULL,
  prompts          BIGINT NOT NULL,
  prompt_chars     BIGINT NOT NULL,
  commands         BIGINT NOT NULL,
  responses        BIGINT NOT NULL,
  response_chars   BIGINT NOT NULL,
  thinking_blocks  BIGINT NOT NULL,
  thinking_chars   BIGINT NOT NULL,
  tool_calls       BIGINT NOT NULL,
  tool_call_chars  BIGINT NOT NULL,
  tool_results     BIGINT NOT NULL,
  result_chars     BIGINT NOT NULL,
  failed_results   BIGINT NOT NULL,
  refused_results  BIGINT NOT NULL,
  errors           BIGINT NOT NULL,
  injected         BIGINT NOT NULL,
  injected_chars   BIGINT NOT NULL,
  compactions      BIGINT NOT NULL,
  is_first         BOOLEAN NOT NULL
);
COMMENT ON TABLE activity IS 'Activity of each session, copies excluded. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model and quarter of an hour.';
COMMENT ON COLUMN activity.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN activity.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN activity.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN activity.model_number IS 'Model that wrote the event, else the model of the next reply in its chain, else of the last one before; as in fact_names.';
COMMENT ON COLUMN activity.quarter IS 'Quarters of an hour since 1970, UTC; null for events without a time.';
COMMENT ON COLUMN activity.first_at IS 'Time of the first of the events; null where none has one.';
COMMENT ON COLUMN activity.last_at IS 'Time of the last of the events; null where none has one.';
COMMENT ON COLUMN activity.events IS 'Events of every kind.';
COMMENT ON COLUMN activity.prompts IS 'Prompts that a human typed, commands excluded.';
COMMENT ON COLUMN activity.prompt_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN activity.commands IS 'Slash commands and shell lines that a human typed.';
COMMENT ON COLUMN activity.responses IS 'Text blocks that a model wrote.';
COMMENT ON COLUMN activity.response_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN activity.thinking_blocks IS 'Thinking blocks.';
COMMENT ON COLUMN activity.thinking_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN activity.tool_calls IS 'Tool calls.';
COMMENT ON COLUMN activity.tool_call_chars IS 'Length of their input, UTF-16 code units.';
COMMENT ON COLUMN activity.tool_results IS 'Tool results.';
COMMENT ON COLUMN activity.result_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN activity.failed_results IS 'Tool results marked as errors, those of refused calls excluded.';
COMMENT ON COLUMN activity.refused_results IS 'Tool results of calls that a person, a permission rule or a hook refused.';
COMMENT ON COLUMN activity.errors IS 'Error events: failed requests and synthetic replies.';
COMMENT ON COLUMN activity.injected IS 'Prompts that no human typed: text that the client added.';
COMMENT ON COLUMN activity.injected_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN activity.compactions IS 'Compaction boundaries.';
COMMENT ON COLUMN activity.is_first IS 'Whether the session begins with them: the first event that has a time is one of them.';

CREATE TABLE record_counts (
  session_number       INTEGER NOT NULL,
  is_main              BOOLEAN NOT NULL,
  agent_number         INTEGER NOT NULL,
  model_number         INTEGER NOT NULL,
  quarter              INTEGER,
  source_id            VARCHAR NOT NULL,
  record_type          VARCHAR NOT NULL,
  reference_class      VARCHAR NOT NULL,
  class                VARCHAR NOT NULL,
  records              BIGINT  NOT NULL
);
COMMENT ON TABLE record_counts IS 'Number of records of each class in the files of a session, copies included. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model, quarter of an hour, file, type and class.';
COMMENT ON COLUMN record_counts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN record_counts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN record_counts.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN record_counts.model_number IS 'As in activity.';
COMMENT ON COLUMN record_counts.quarter IS 'As in activity; null for records without a time.';
COMMENT ON COLUMN record_counts.source_id IS 'File of the records.';
COMMENT ON COLUMN record_counts.record_type IS 'Type of the records, as recorded.';
COMMENT ON COLUMN record_counts.reference_class IS 'Class by the reference rules, as in records.';
COMMENT ON COLUMN record_counts.class IS 'Class by the finer rules, as in records.';
COMMENT ON COLUMN record_counts.records IS 'Records.';

CREATE TABLE class_counts (
  session_number    INTEGER NOT NULL,
  is_main           BOOLEAN NOT NULL,
  agent_number      INTEGER NOT NULL,
  model_number      INTEGER NOT NULL,
  quarter           INTEGER,
  reference_number  INTEGER NOT NULL,
  class_number      INTEGER NOT NULL,
  records           BIGINT  NOT NULL,
  corrected         BIGINT  NOT NULL
);
COMMENT ON TABLE class_counts IS 'Number of records of type user of each class, copies included: the two ledgers add them up. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model, quarter of an hour and classes.';
COMMENT ON COLUMN class_counts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN class_counts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN class_counts.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN class_counts.model_number IS 'As in activity.';
COMMENT ON COLUMN class_counts.quarter IS 'As in activity; null for records without a time.';
COMMENT ON COLUMN class_counts.reference_number IS 'Class by the reference rules, its number in fact_names.';
COMMENT ON COLUMN class_counts.class_number IS 'Class by the finer rules, its number in fact_names.';
COMMENT ON COLUMN class_counts.records IS 'Records of type user.';
COMMENT ON COLUMN class_counts.corrected IS 'Those whose class a person corrected.';

CREATE TABLE reference_counts (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  user_records    BIGINT NOT NULL,
  human_prompts   BIGINT NOT NULL,
  tool_results    BIGINT NOT NULL,
  injected        BIGINT NOT NULL,
  prompt_chars    BIGINT NOT NULL,
  responses       BIGINT NOT NULL,
  tool_calls      BIGINT NOT NULL,
  response_chars  BIGINT NOT NULL,
  compactions     BIGINT NOT NULL
);
COMMENT ON TABLE reference_counts IS 'Totals of each session by the reference rules, copies included. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model and quarter of an hour.';
COMMENT ON COLUMN reference_counts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN reference_counts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN reference_counts.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN reference_counts.model_number IS 'As in activity.';
COMMENT ON COLUMN reference_counts.quarter IS 'As in activity; null for records without a time.';
COMMENT ON COLUMN reference_counts.user_records IS 'Records of type user.';
COMMENT ON COLUMN reference_counts.human_prompts IS 'Records that are human prompts by the reference rules.';
COMMENT ON COLUMN reference_counts.tool_results IS 'Records that are tool results by the reference rules.';
COMMENT ON COLUMN reference_counts.injected IS 'Records of type user that are neither, those of class none excluded.';
COMMENT ON COLUMN reference_counts.prompt_chars IS 'Length of the text of those human prompts, UTF-16 code units.';
COMMENT ON COLUMN reference_counts.responses IS 'Responses by the reference rules: assistant records with content, failed requests excluded.';
COMMENT ON COLUMN reference_counts.tool_calls IS 'Tool calls in those responses.';
COMMENT ON COLUMN reference_counts.response_chars IS 'Length of the text of those responses, UTF-16 code units.';
COMMENT ON COLUMN reference_counts.compactions IS 'Compaction boundaries.';

CREATE TABLE state_times (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER NOT NULL,
  quarters        INTEGER NOT NULL,
  human_ms        BIGINT NOT NULL,
  agent_ms        BIGINT NOT NULL,
  thinking_ms     BIGINT NOT NULL,
  tool_ms         BIGINT NOT NULL,
  waiting_ms      BIGINT NOT NULL,
  guessed_ms      BIGINT NOT NULL,
  compaction_ms   BIGINT NOT NULL,
  idle_ms         BIGINT NOT NULL,
  active_ms       BIGINT NOT NULL
);
COMMENT ON TABLE state_times IS 'Time of the lanes by state; the states of the main lane add up to its length. Fact table, filled on demand: see fact_sessions. One row per session, main lane or sub-agents, model and quarter of an hour; a stretch that fills several quarters has one row for them.';
COMMENT ON COLUMN state_times.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN state_times.is_main IS 'True for the main lane, false for the sum over those of sub-agents.';
COMMENT ON COLUMN state_times.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN state_times.model_number IS 'Model of the event that ends the stretch, as in activity.';
COMMENT ON COLUMN state_times.quarter IS 'As in activity; the first one where there are several.';
COMMENT ON COLUMN state_times.quarters IS 'Number of quarters that the row covers: 1, or those that one stretch fills from beginning to end.';
COMMENT ON COLUMN state_times.human_ms IS 'A prompt is pending after the agent finished, milliseconds.';
COMMENT ON COLUMN state_times.agent_ms IS 'The model writes, or is due to, milliseconds.';
COMMENT ON COLUMN state_times.thinking_ms IS 'The model thinks, milliseconds.';
COMMENT ON COLUMN state_times.tool_ms IS 'A tool runs, or a sub-agent that the lane waits for works, milliseconds.';
COMMENT ON COLUMN state_times.waiting_ms IS 'Tools, or the sub-agents that the lane waits for, wait for a person: for an approval or an answer, milliseconds.';
COMMENT ON COLUMN state_times.guessed_ms IS 'Part of waiting_ms that no record states: the call took longer than the tool can run, milliseconds.';
COMMENT ON COLUMN state_times.compaction_ms IS 'The context is compacted, milliseconds.';
COMMENT ON COLUMN state_times.idle_ms IS 'Nothing for five minutes or longer; in a sub-agent also waiting for the agent that started it, in its caller while all sub-agents that it waits for are idle, milliseconds.';
COMMENT ON COLUMN state_times.active_ms IS 'Time in which at least one agent of the session works (writes, thinks, runs a tool or is compacted), milliseconds: in the row of the main lane its own work; in that of sub-agents only what they do while the main lane does not work, simultaneous sub-agents once. The sum over a session is its active time.';

CREATE TABLE turns (
  session_number  INTEGER NOT NULL,
  turn            INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  prompt_at       TIMESTAMPTZ,
  source_id       VARCHAR NOT NULL,
  line            BIGINT  NOT NULL,
  commit_id       VARCHAR,
  prompt_chars    BIGINT  NOT NULL,
  responses       BIGINT  NOT NULL,
  tool_calls      BIGINT  NOT NULL,
  response_chars  BIGINT  NOT NULL
);
COMMENT ON TABLE turns IS 'Prompts that a human typed, commands and copies excluded, with the work of the main chain up to the next one. Fact table, filled on demand: see fact_sessions. One row per prompt.';
COMMENT ON COLUMN turns.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN turns.turn IS 'Number of the prompt in its session, from 1.';
COMMENT ON COLUMN turns.is_main IS 'Always true: humans prompt only the main chain.';
COMMENT ON COLUMN turns.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN turns.model_number IS 'Model that replies, as in activity.';
COMMENT ON COLUMN turns.quarter IS 'Quarter of an hour of the prompt, UTC; null when it has no time.';
COMMENT ON COLUMN turns.prompt_at IS 'Time of the prompt; null when it has none.';
COMMENT ON COLUMN turns.source_id IS 'File of the prompt.';
COMMENT ON COLUMN turns.line IS 'Key of the prompt in its file, as in records.';
COMMENT ON COLUMN turns.commit_id IS 'Commit that contains the prompt; null when there is none.';
COMMENT ON COLUMN turns.prompt_chars IS 'Length of the prompt, UTF-16 code units.';
COMMENT ON COLUMN turns.responses IS 'Text blocks up to the next prompt of a human.';
COMMENT ON COLUMN turns.tool_calls IS 'Tool calls up to the next prompt of a human.';
COMMENT ON COLUMN turns.response_chars IS 'Length of those text blocks, UTF-16 code units.';

CREATE TABLE endings (
  session_number  INTEGER NOT NULL,
  ending          VARCHAR NOT NULL,
  rule            VARCHAR NOT NULL,
  source_id       VARCHAR,
  line            BIGINT
);
COMMENT ON TABLE endings IS 'How sessions ended: as their clients wrote, else by the last event of the main chain. Whether a transcript may continue depends on the time of the question and is not decided here. Fact table, filled on demand: see fact_sessions. One row per session, but those of which only prompts are known.';
COMMENT ON COLUMN endings.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN endings.ending IS 'finished, handed over, interrupted, failed, abandoned or unknown; docs/metrics.md says what they mean.';
COMMENT ON COLUMN endings.rule IS 'recorded: the client wrote the outcome; else what the last event is.';
COMMENT ON COLUMN endings.source_id IS 'File of the last event; null when there is none.';
COMMENT ON COLUMN endings.line IS 'Key of its record in that file, as in records; null when there is none.';

CREATE TABLE tool_uses (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  called_at       TIMESTAMPTZ,
  tool_number     INTEGER NOT NULL,
  has_result      BOOLEAN NOT NULL,
  is_error        BOOLEAN NOT NULL,
  is_refused      BOOLEAN NOT NULL,
  is_interrupted  BOOLEAN NOT NULL,
  is_cancelled    BOOLEAN NOT NULL,
  is_invalid      BOOLEAN NOT NULL,
  result_chars    BIGINT,
  duration_ms     BIGINT,
  is_cut          BOOLEAN NOT NULL,
  source_id       VARCHAR NOT NULL,
  line            BIGINT  NOT NULL,
  block           INTEGER NOT NULL,
  commit_id       VARCHAR
);
COMMENT ON TABLE tool_uses IS 'Tool calls with their results, copies excluded. Fact table, filled on demand: see fact_sessions. One row per call.';
COMMENT ON COLUMN tool_uses.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN tool_uses.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN tool_uses.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN tool_uses.model_number IS 'Model that made the call, as in activity.';
COMMENT ON COLUMN tool_uses.quarter IS 'Quarter of an hour of the call, UTC; null when it has no time.';
COMMENT ON COLUMN tool_uses.called_at IS 'Time of the call; null when it has none.';
COMMENT ON COLUMN tool_uses.tool_number IS 'Tool, as in fact_names.';
COMMENT ON COLUMN tool_uses.has_result IS 'Whether the session contains a result with the id of the call.';
COMMENT ON COLUMN tool_uses.is_error IS 'Whether a result of the call is marked as an error, and the call was not refused, interrupted or cancelled.';
COMMENT ON COLUMN tool_uses.is_refused IS 'Whether a person, a permission rule or a hook refused the call: the tool did not run.';
COMMENT ON COLUMN tool_uses.is_interrupted IS 'Whether a person stopped the call.';
COMMENT ON COLUMN tool_uses.is_cancelled IS 'Whether the client cancelled the call before it ran, for example because another call of the same reply failed.';
COMMENT ON COLUMN tool_uses.is_invalid IS 'Whether the client rejected the call before it ran: an unknown tool or a malformed input. Part of is_error.';
COMMENT ON COLUMN tool_uses.result_chars IS 'Length of the first result, UTF-16 code units; null without one.';
COMMENT ON COLUMN tool_uses.duration_ms IS 'From the call to its first result, less the time that it waited for a person, milliseconds; of a call that runs a sub-agent with records, the time in which the sub-agent works. Null when either has no time, the result is earlier, all of it was waiting, or the tool did not run.';
COMMENT ON COLUMN tool_uses.is_cut IS 'Whether duration_ms depends on a guess: what the call took beyond the limit of its tool is taken for waiting, so the tool may have run longer.';
COMMENT ON COLUMN tool_uses.source_id IS 'File of the call.';
COMMENT ON COLUMN tool_uses.line IS 'Key of the call in its file, as in records.';
COMMENT ON COLUMN tool_uses.block IS 'Its position among the events of the record, from 0.';
COMMENT ON COLUMN tool_uses.commit_id IS 'Commit that contains the call; null when there is none.';

CREATE TABLE compactions (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  occurred_at     TIMESTAMPTZ,
  number          INTEGER NOT NULL,
  trigger         VARCHAR,
  tokens_before   BIGINT,
  tokens_after    BIGINT,
  tokens_next     BIGINT,
  tokens_dropped  BIGINT,
  prompts_since   BIGINT  NOT NULL,
  prompts_before  BIGINT  NOT NULL,
  ms_since        BIGINT,
  ms_from_start   BIGINT,
  source_id       VARCHAR NOT NULL,
  line            BIGINT  NOT NULL,
  commit_id       VARCHAR
);
COMMENT ON TABLE compactions IS 'Compactions of contexts, copies excluded. Fact table, filled on demand: see fact_sessions. One row per compaction boundary.';
COMMENT ON COLUMN compactions.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN compactions.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN compactions.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN compactions.model_number IS 'As in activity.';
COMMENT ON COLUMN compactions.quarter IS 'Quarter of an hour of the boundary, UTC; null when it has no time.';
COMMENT ON COLUMN compactions.occurred_at IS 'Time of the boundary; null when it has none.';
COMMENT ON COLUMN compactions.number IS 'Number among the compactions of its chain, from 1.';
COMMENT ON COLUMN compactions.trigger IS 'auto, manual, or another value that the client recorded; null when not recorded.';
COMMENT ON COLUMN compactions.tokens_before IS 'Tokens of the context before, as recorded by the client; null when not recorded.';
COMMENT ON COLUMN compactions.tokens_after IS 'Tokens of the context after, as recorded by the client; null when not recorded.';
COMMENT ON COLUMN compactions.tokens_next IS 'Tokens that the first reply after it saw; null when no reply with usage follows it.';
COMMENT ON COLUMN compactions.tokens_dropped IS 'Tokens that it dropped, as the client recorded the sum so far; null when not recorded.';
COMMENT ON COLUMN compactions.prompts_since IS 'Prompts that a human typed into the chain since the compaction before it, or since its beginning.';
COMMENT ON COLUMN compactions.prompts_before IS 'Prompts that a human typed into the chain before it.';
COMMENT ON COLUMN compactions.ms_since IS 'Time since the compaction before it, or since the first event of the chain, milliseconds; null when a time is missing, or the one before is later.';
COMMENT ON COLUMN compactions.ms_from_start IS 'Time since the first event of the chain, milliseconds; null when a time is missing.';
COMMENT ON COLUMN compactions.source_id IS 'File of the boundary.';
COMMENT ON COLUMN compactions.line IS 'Key of the boundary in its file, as in records.';
COMMENT ON COLUMN compactions.commit_id IS 'Commit of the compaction; null when there is none.';

CREATE TABLE context_parts (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  prompt_items   BIGINT NOT NULL,
  prompt_chars   BIGINT NOT NULL,
  prompt_read    BIGINT NOT NULL,
  response_items BIGINT NOT NULL,
  response_chars BIGINT NOT NULL,
  response_read  BIGINT NOT NULL,
  thinking_items BIGINT NOT NULL,
  thinking_chars BIGINT NOT NULL,
  thinking_read  BIGINT NOT NULL,
  injected_items BIGINT NOT NULL,
  injected_chars BIGINT NOT NULL,
  injected_read  BIGINT NOT NULL,
  summary_items  BIGINT NOT NULL,
  summary_chars  BIGINT NOT NULL,
  summary_read   BIGINT NOT NULL
);
COMMENT ON TABLE context_parts IS 'Content that was added to contexts, tools and copies excluded. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model and quarter of an hour.';
COMMENT ON COLUMN context_parts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN context_parts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN context_parts.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN context_parts.model_number IS 'As in activity.';
COMMENT ON COLUMN context_parts.quarter IS 'Quarter of an hour in which it was added, as in activity; null for events without a time.';
COMMENT ON COLUMN context_parts.prompt_items IS 'Events: prompts, commands and tasks given to sub-agents.';
COMMENT ON COLUMN context_parts.prompt_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_parts.prompt_read IS 'Their length times the replies of the chain that had them in their context: those after them, up to the next compaction.';
COMMENT ON COLUMN context_parts.response_items IS 'Events: text blocks that a model wrote.';
COMMENT ON COLUMN context_parts.response_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_parts.response_read IS 'Their length times the replies of the chain that had them in their context: those after them, up to the next compaction.';
COMMENT ON COLUMN context_parts.thinking_items IS 'Events: thinking blocks.';
COMMENT ON COLUMN context_parts.thinking_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_parts.thinking_read IS 'Their length times the replies of the chain that had them in their context: those after them, up to the next compaction.';
COMMENT ON COLUMN context_parts.injected_items IS 'Events: text that the client added.';
COMMENT ON COLUMN context_parts.injected_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_parts.injected_read IS 'Their length times the replies of the chain that had them in their context: those after them, up to the next compaction.';
COMMENT ON COLUMN context_parts.summary_items IS 'Events: summaries of compactions.';
COMMENT ON COLUMN context_parts.summary_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_parts.summary_read IS 'Their length times the replies of the chain that had them in their context: those after them, up to the next compaction.';

CREATE TABLE context_owners (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  service         VARCHAR NOT NULL,
  quarter         INTEGER,
  owner_kind      VARCHAR NOT NULL,
  owner           VARCHAR NOT NULL,
  is_long         BOOLEAN NOT NULL,
  items           BIGINT NOT NULL,
  chars           BIGINT NOT NULL,
  requests        BIGINT NOT NULL,
  tokens          BIGINT NOT NULL,
  cached_tokens   BIGINT NOT NULL,
  input_tokens    DOUBLE NOT NULL,
  write_5m_tokens DOUBLE NOT NULL,
  write_1h_tokens DOUBLE NOT NULL
);
COMMENT ON TABLE context_owners IS 'Who put something into contexts, and what the requests after it carried of it: estimates that add up to the recorded tokens. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model, service, quarter of an hour, owner and length of the requests.';
COMMENT ON COLUMN context_owners.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN context_owners.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN context_owners.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN context_owners.model_number IS 'As in activity.';
COMMENT ON COLUMN context_owners.service IS 'Service of the requests, as in replies; standard for items.';
COMMENT ON COLUMN context_owners.quarter IS 'Quarter of an hour of the requests, and in which items were put in, as in activity; null without a time.';
COMMENT ON COLUMN context_owners.owner_kind IS 'person, model, client, tool, mcp_server, skill, hook, file, sub_agent, command or unknown.';
COMMENT ON COLUMN context_owners.owner IS 'Which one: the name of a tool, server, skill, hook or command, the path of a file, the type of a sub-agent.';
COMMENT ON COLUMN context_owners.is_long IS 'Whether the requests have more than 200,000 tokens, which some prices depend on.';
COMMENT ON COLUMN context_owners.items IS 'Events and parts of attachments that it put in.';
COMMENT ON COLUMN context_owners.chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN context_owners.requests IS 'Requests that carried something of it.';
COMMENT ON COLUMN context_owners.tokens IS 'Tokens of it in these requests.';
COMMENT ON COLUMN context_owners.cached_tokens IS 'Part of these that was read from the prompt cache.';
COMMENT ON COLUMN context_owners.input_tokens IS 'Part that was read without the cache.';
COMMENT ON COLUMN context_owners.write_5m_tokens IS 'Part that was written to the cache for five minutes.';
COMMENT ON COLUMN context_owners.write_1h_tokens IS 'Part that was written to the cache for an hour.';

CREATE TABLE tool_counts (
  session_number  INTEGER NOT NULL,
  is_main         BOOLEAN NOT NULL,
  agent_number    INTEGER NOT NULL,
  model_number    INTEGER NOT NULL,
  quarter         INTEGER,
  tool_number     INTEGER NOT NULL,
  calls           BIGINT NOT NULL,
  errors          BIGINT NOT NULL,
  refusals        BIGINT NOT NULL,
  interruptions   BIGINT NOT NULL,
  cancelled       BIGINT NOT NULL,
  invalid         BIGINT NOT NULL,
  answered        BIGINT NOT NULL,
  call_chars      BIGINT NOT NULL,
  call_read       BIGINT NOT NULL,
  results         BIGINT NOT NULL,
  result_chars    BIGINT NOT NULL,
  result_read     BIGINT NOT NULL
);
COMMENT ON TABLE tool_counts IS 'Tool calls and what they added to the contexts, copies excluded. Fact table, filled on demand: see fact_sessions. One row per session, main chain or sub-agents, model, quarter of an hour and tool: calls count in their own quarter, results in theirs.';
COMMENT ON COLUMN tool_counts.session_number IS 'Session, as in fact_sessions.';
COMMENT ON COLUMN tool_counts.is_main IS 'True for the main chain, false for those of sub-agents.';
COMMENT ON COLUMN tool_counts.agent_number IS 'Type of the agent, its number in fact_names: (main), the type of a sub-agent, or (none) where no type is recorded.';
COMMENT ON COLUMN tool_counts.model_number IS 'As in activity.';
COMMENT ON COLUMN tool_counts.quarter IS 'Quarter of an hour of the calls or results, as in activity; null for those without a time.';
COMMENT ON COLUMN tool_counts.tool_number IS 'Tool, as in fact_names.';
COMMENT ON COLUMN tool_counts.calls IS 'Calls.';
COMMENT ON COLUMN tool_counts.errors IS 'Calls with a result that is marked as an error; refused, interrupted and cancelled ones excluded.';
COMMENT ON COLUMN tool_counts.refusals IS 'Calls that a person, a permission rule or a hook refused.';
COMMENT ON COLUMN tool_counts.interruptions IS 'Calls that a person stopped.';
COMMENT ON COLUMN tool_counts.cancelled IS 'Calls that the client cancelled before they ran.';
COMMENT ON COLUMN tool_counts.invalid IS 'Part of the errors: calls that the client rejected before they ran.';
COMMENT ON COLUMN tool_counts.answered IS 'Calls with a result.';
COMMENT ON COLUMN tool_counts.call_chars IS 'Length of the input of the calls, UTF-16 code units.';
COMMENT ON COLUMN tool_counts.call_read IS 'The same times the replies that had it in their context, as in context_parts.';
COMMENT ON COLUMN tool_counts.results IS 'Results.';
COMMENT ON COLUMN tool_counts.result_chars IS 'Their length, UTF-16 code units.';
COMMENT ON COLUMN tool_counts.result_read IS 'The same times the replies that had them in their context, as in context_parts.';
