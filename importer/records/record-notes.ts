/** Content of a record that has no column: the cost of the session so far, a pull request, the place of the rest of a tool's output, thinking and skill of a reply, hooks, the size of the system prompt. */
import { attachedSizes, byFile, notSent, sizedPart, writtenDown } from '../../app/model/attachment-texts.ts'
import { ownerOfAttachment } from '../../app/model/context-owner.ts'
import { givenTextIn, type GivenText } from '../../app/model/given-text.ts'
import { isObject, textIn, type JsonObject } from '../../app/model/json-object.ts'
import { textLength, tokenCount } from '../../app/model/record.ts'
import { isSameModel } from './read-iterations.ts'
import { attachedSystem, requestSystem, systemText } from '../../app/model/system-prompt.ts'

type Note = Readonly<Record<string, unknown>>

const usd = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const modelCost = (model: string, used: JsonObject): Note => ({
  model,
  input_tokens: tokenCount(used['inputTokens']) ?? 0,
  output_tokens: tokenCount(used['outputTokens']) ?? 0,
  cache_read_tokens: tokenCount(used['cacheReadInputTokens']) ?? 0,
  cache_write_tokens: tokenCount(used['cacheCreationInputTokens']) ?? 0,
  web_searches: tokenCount(used['webSearchRequests']) ?? 0,
  cost_usd: usd(used['costUSD']) ?? null,
})

/** The client's own account of what the session cost so far: in the transcript since 2.1, at the end of stream-json output before. */
const costNote = (json: JsonObject): Note | undefined => {
  const total = usd(json['totalCostUSD'] ?? json['total_cost_usd'])
  if (total === undefined) return undefined
  const used = isObject(json['modelUsage']) ? Object.entries(json['modelUsage']) : []
  const started = json['startTime']
  return {
    total_cost_usd: total,
    ...(!Number.isSafeInteger(started) ? {} : { started_ms: started }),
    models: used.flatMap(([model, one]) => (isObject(one) ? [modelCost(model, one)] : [])),
  }
}

const pullRequestNote = (json: JsonObject): Note | undefined => {
  const url = text(json['prUrl'])
  const number = tokenCount(json['prNumber'])
  if (url === undefined && number === undefined) return undefined
  return { pr: { url: url ?? null, number: number ?? null, repository: text(json['prRepository']) ?? null } }
}

/** Where the client put an output that is too large for the transcript; the call that a text of the client belongs to. */
const userNote = (json: JsonObject): Note | undefined => {
  const result = json['toolUseResult']
  const path = isObject(result) ? text(result['persistedOutputPath']) : undefined
  return said({ persisted: path, put_by: text(json['sourceToolUseID']) })
}

/** What an agent was given of the record of earlier sessions, as far as texts of this program say it. */
const recallOf = (texts: readonly string[]): readonly GivenText[] | undefined => {
  const given = texts.flatMap((each) => givenTextIn(each) ?? [])
  return given.length === 0 ? undefined : given
}

const contextTexts = ({ type, content }: JsonObject): readonly string[] =>
  type !== 'hook_additional_context' ? [] : typeof content === 'string' ? [content] : textsIn(content)

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

const ms = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined)

/** The entries that say something; undefined: none does. */
const said = (note: Note): Note | undefined => {
  const entries = Object.entries(note).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Tokens of thinking among the output tokens of a reply: each of its records says it again. */
const thinkingTokens = ({ message }: JsonObject): number | undefined => {
  const usage = isObject(message) ? message['usage'] : undefined
  const details = isObject(usage) ? usage['output_tokens_details'] : undefined
  return isObject(details) ? tokenCount(details['thinking_tokens']) : undefined
}

/** Why the service could not read the prompt from its cache, as the service names it, and the number of tokens that it processed again. */
const cacheMiss = ({ message }: JsonObject): Note | undefined => {
  const diagnostics = isObject(message) ? message['diagnostics'] : undefined
  const reason = isObject(diagnostics) ? diagnostics['cache_miss_reason'] : undefined
  if (typeof reason === 'string') return said({ reason: text(reason) })
  return isObject(reason) ? said({ reason: text(reason['type']), tokens: tokenCount(reason['cache_missed_input_tokens']) }) : undefined
}

/** The model that refused a reply and the one that the service asked after it, as the reply's requests say. */
const servedFallback = ({ message }: JsonObject): Note | undefined => {
  const usage = isObject(message) ? message['usage'] : undefined
  const iterations =
    isObject(usage) && Array.isArray(usage['iterations']) ? (usage['iterations'] as readonly unknown[]).filter(isObject) : []
  const fallback = iterations.filter(({ type }) => type === 'fallback_message').at(-1)
  if (fallback === undefined) return undefined
  const to = text(fallback['model']) ?? (isObject(message) ? text(message['model']) : undefined)
  const first = iterations.find(({ type, model }) => (type === undefined || type === 'message') && !isSameModel(text(model), to))
  return { from: text(first?.['model']) ?? null, to: to ?? null }
}

/** The skill that requested a reply, the kind of its session, and its thinking; clients since 2.1.330 write them. */
const replyNote = (json: JsonObject): Note | undefined => {
  const skill = text(json['attributionSkill'])
  const kind = text(json['sessionKind'])
  const thinkingMs = ms(json['thinkingDurationMs'])
  const thinking = { thinking_ms: thinkingMs, thinking_tokens: thinkingTokens(json) }
  return said({ skill, session_kind: kind, ...thinking, cache_miss: cacheMiss(json), fallback: servedFallback(json) })
}

const hookNote = (hook: unknown): readonly Note[] =>
  isObject(hook) ? [{ command: text(hook['command']) ?? null, ms: ms(hook['durationMs']) ?? null }] : []

/** The model that refused and the one that the client asked after it. */
const fallbackNote = (json: JsonObject): Note | undefined => {
  const note = said({ from: text(json['originalModel']), to: text(json['fallbackModel']), category: text(json['apiRefusalCategory']) })
  return note === undefined ? undefined : { fallback: note }
}

/** How long the hooks at the end of a turn ran, and the turn; a change of the model. */
const systemNote = (json: JsonObject): Note | undefined => {
  if (json['subtype'] === 'turn_duration') return said({ duration_ms: ms(json['durationMs']) })
  if (json['subtype'] === 'model_refusal_fallback') return fallbackNote(json)
  const hooks = json['hookInfos']
  return Array.isArray(hooks) && hooks.length > 0 ? { hooks: (hooks as readonly unknown[]).flatMap(hookNote) } : undefined
}

/** How long the system prompt is that a record contains, in UTF-16 code units. */
const systemPromptNote = (given: 'attached' | 'request', system: readonly string[]): Note | undefined =>
  system.length === 0 ? undefined : { system_prompt: { given, chars: systemText(system)?.length ?? 0 } }

const instructionFile = (file: unknown): readonly Note[] => {
  const path = isObject(file) ? text(file['path']) : undefined
  return !isObject(file) || path === undefined ? [] : [{ path, kind: text(file['type']) ?? null, chars: textLength(file['content']) }]
}

/** The files with instructions, such as CLAUDE.md, that the client gave to the model: all of them, or one of a folder. */
const instructionsNote = ({ type, files, content }: JsonObject): Note | undefined => {
  const all: readonly unknown[] = type === 'instructions' && Array.isArray(files) ? files : type === 'nested_memory' ? [content] : []
  const instructions = all.flatMap(instructionFile)
  return instructions.length === 0 ? undefined : { instructions }
}

/** What an attachment put into the context: who did, and how much, in UTF-16 code units. */
const putNote = (json: JsonObject, attachment: JsonObject): Note | undefined => {
  const type = textIn(attachment, 'type') ?? ''
  if (notSent.has(type) || type === 'queued_command') return undefined
  const isWritten = json['rendered'] !== undefined
  const put = (isWritten ? writtenDown(json).flatMap(byFile).map(sizedPart) : attachedSizes(attachment)).map(({ path, chars, wide }) => {
    const { kind, name } = path === null ? ownerOfAttachment(attachment) : { kind: 'file', name: path }
    return { kind, name, chars, ...(wide === 0 ? {} : { wide }) }
  })
  return put.length === 0 ? undefined : { put, ...(isWritten ? { written: true } : {}) }
}

const attachmentNote = (json: JsonObject): Note | undefined => {
  const { attachment } = json
  if (!isObject(attachment)) return undefined
  if (attachment['type'] === 'prompt_snapshot') return systemPromptNote('attached', attachedSystem(json))
  return said({ ...instructionsNote(attachment), ...putNote(json, attachment), recall: recallOf(contextTexts(attachment)) })
}

export const noteOf = (json: JsonObject): Note | undefined => {
  switch (json['type']) {
    case 'cost-state':
    case 'result':
      return costNote(json)
    case 'pr-link':
      return pullRequestNote(json)
    case 'assistant':
      return replyNote(json)
    case 'system':
      return systemNote(json)
    case 'continued-in':
      return said({ continued_in: text(json['continuedInSessionId'] ?? json['toSessionId']) })
    case 'user':
      return userNote(json)
    case 'instructions':
      return instructionsNote(json)
    case 'attachment':
      return attachmentNote(json)
    case 'api-request-shape':
      return systemPromptNote('request', requestSystem(json))
    default:
      return undefined
  }
}
