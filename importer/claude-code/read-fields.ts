/**
 * The parts of a record that are read, for every type: the schema's fields, and of object fields the members that other code uses. The rest
 * (tool output, pictures, signatures, notes of the client about files and requests) stays only in the bytes.
 */
import { outputTexts } from '../../app/model/text-size.ts'
import { fields, type Fields, type Selection } from '../skim/selection.ts'

const whole = (...names: readonly string[]): Readonly<Record<string, Selection>> =>
  Object.fromEntries(names.map((name): readonly [string, Selection] => [name, 'whole']))

const nothing = fields(() => ({}))

const length: Selection = { kind: 'length', elements: nothing, object: nothing }
const source = fields(() => ({ type: 'whole', data: length }))

/** Fields of a tool's output: only the length of its texts and the kind of failure are read. */
const outputPart = fields(() => ({
  type: 'whole',
  source,
  ...Object.fromEntries(outputTexts.map((name): readonly [string, Selection] => [name, length])),
}))
const output: Selection = { kind: 'length', elements: outputPart, object: outputPart }

const block = fields(() => ({
  ...whole('type', 'text', 'thinking', 'id', 'name', 'input', 'tool_use_id', 'is_error'),
  content: output,
  signature: length,
  source,
}))
const content: Selection = { kind: 'elements', of: block }

const requestUsage = {
  ...whole(
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'speed',
    'service_tier',
    'inference_geo',
  ),
  cache_creation: fields(() => whole('ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens')),
  server_tool_use: fields(() => whole('web_search_requests', 'web_fetch_requests')),
}
const iteration = fields(() => ({ ...whole('type', 'model'), ...requestUsage }))
const usage = fields(() => ({
  ...requestUsage,
  output_tokens_details: fields(() => whole('thinking_tokens')),
  iterations: { kind: 'elements', of: iteration },
}))

const diagnostics = fields(() => whole('cache_miss_reason'))

const message = fields(() => ({ ...whole('id', 'model', 'stop_reason'), content, usage, diagnostics }))

/** A file that the client gives to the model: of its text only the length is read. */
const givenFile = fields(() => ({ ...whole('path', 'type'), content: length }))
const givenFiles: Selection = { kind: 'elements', of: givenFile }

const attachment = fields(() => ({
  ...whole('type', 'commandMode', 'isMeta', 'origin', 'source_uuid', 'systemPrompt'),
  // Who put it into the context.
  ...whole('hookName', 'hookEvent', 'path', 'filename', 'displayPath', 'planFilePath', 'commandName', 'name', 'server', 'addedNames'),
  skills: { kind: 'elements', of: fields(() => whole('name')) },
  memories: givenFiles,
  snippet: length,
  addedLines: 'whole',
  prompt: content,
  files: givenFiles,
  content: { kind: 'length', elements: nothing, object: givenFile },
}))

/** An agent_progress record carries a separate record. */
const progress = fields(() => ({ ...whole('type', 'agentId'), message: recordFields }))

/** Fields that are read as they are; record-schema.ts and record-notes.ts say as what. */
const ownFields = whole(
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'timestamp',
  'rendered',
  'sessionId',
  'toolUseID',
  'agentId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'requestId',
  'cwd',
  'gitBranch',
  'version',
  'entrypoint',
  'promptSource',
  'turnOrigin',
  'origin',
  'content',
  'planContent',
  'compactMetadata',
  'compact_metadata',
  'forkedFrom',
  'operation',
  'summary',
  'leafUuid',
  'customTitle',
  'aiTitle',
  'agentName',
  'parentToolUseID',
  'sourceToolUseID',
  'commandUuid',
  'toolDenialKind',
  'permissionDecision',
  'costUSD',
  'model',
  'inputTokens',
  'outputTokens',
  'cacheReadInputTokens',
  'cacheCreationInputTokens',
  'startTime',
  'totalCostUSD',
  'total_cost_usd',
  'modelUsage',
  'prUrl',
  'prNumber',
  'prRepository',
  'snapshot',
  'trackingPath',
  'backup',
  'continuedInSessionId',
  'toSessionId',
  'originalModel',
  'fallbackModel',
  'apiRefusalCategory',
  'attributionSkill',
  'sessionKind',
  'thinkingDurationMs',
  'hookInfos',
  'durationMs',
)

export const recordFields: Fields = fields(() => ({
  ...ownFields,
  message,
  attachment,
  files: givenFiles,
  data: progress,
  shape: fields(() => whole('system')),
  toolUseResult: fields(() => whole('agentId', 'persistedOutputPath', 'durationMs', 'totalDurationMs', 'durationSeconds', 'interrupted')),
}))
