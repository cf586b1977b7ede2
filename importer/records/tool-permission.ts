/** The permission and running time of a tool call in a record: who allowed or refused it, how long it ran, how long it can run. */
import { isRefusal, refusalIn, refusalTexts } from '../../app/model/refusal.ts'
import type { LineEvent, ToolPermission } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { isObject } from '../../app/model/json-object.ts'
import { type ContentBlock, readBlocks, textOf, type TranscriptRecord } from '../../app/model/record.ts'
import limits from './tool-limits.json' with { type: 'json' }

const byPerson = (source: unknown): boolean => typeof source === 'string' && source.startsWith('user')

/** The client's own fields. */
const statedIn = ({ toolDenialKind, permissionDecision }: TranscriptRecord): ToolPermission | undefined => {
  if (toolDenialKind !== undefined && toolDenialKind !== 'interrupted') return toolDenialKind.startsWith('user') ? 'refused' : 'denied'
  if (permissionDecision?.['decision'] === 'accept') return byPerson(permissionDecision['source']) ? 'approved' : 'allowed'
  if (permissionDecision?.['decision'] === 'reject') return byPerson(permissionDecision['source']) ? 'refused' : 'denied'
  return undefined
}

const phrases = refusalTexts.map((text) => Buffer.from(text))

/** Whether the client notes that a person stopped the tool while it ran. */
const wasStopped = ({ toolUseResult }: TranscriptRecord): boolean => isObject(toolUseResult) && toolUseResult['interrupted'] === true

const refusalOf = (block: ContentBlock): ToolPermission | undefined => (block.is_error ? refusalIn(textOf(block.content) ?? '') : undefined)

/** Who allowed, refused or stopped the call of the only result of a record; undefined: not recorded. */
const permissionOfOnly = (record: TranscriptRecord, isError: boolean): ToolPermission | undefined =>
  statedIn(record) ?? (isError && wasStopped(record) ? 'interrupted' : undefined)

/**
 * Who allowed, refused or stopped the call of a result; undefined: not recorded.
 * @param isOnly whether the record contains no other result: its own fields are about all of them
 */
export const resultPermission = (record: TranscriptRecord, block: ContentBlock, isOnly: boolean): ToolPermission | undefined =>
  (isOnly ? permissionOfOnly(record, block.is_error) : undefined) ?? refusalOf(block)

const contentIn = (record: unknown): unknown => (isObject(record) && isObject(record['message']) ? record['message']['content'] : undefined)

/** Permissions by the id of the call: by the texts of failed results, which a line's short form does not contain. */
const refusedIn = ({ bytes }: RawLine): ReadonlyMap<string, ToolPermission> => {
  const found = new Map<string, ToolPermission>()
  if (bytes === undefined || !phrases.some((phrase) => bytes.includes(phrase))) return found
  for (const block of readBlocks(contentIn(JSON.parse(bytes.toString('utf8')) as unknown)) ?? []) {
    const permission = refusalOf(block)
    if (permission !== undefined && block.tool_use_id !== undefined) found.set(block.tool_use_id, permission)
  }
  return found
}

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.round(value) : undefined

/** How long the tool ran, as the client notes it, milliseconds. */
export const recordedRunMs = ({ toolUseResult }: TranscriptRecord): number | undefined => {
  if (!isObject(toolUseResult)) return undefined
  const seconds = number(toolUseResult['durationSeconds'])
  return (
    number(toolUseResult['durationMs']) ?? number(toolUseResult['totalDurationMs']) ?? (seconds === undefined ? undefined : seconds * 1000)
  )
}

/** Longest that a call can run, milliseconds; undefined: any time. */
export const limitOf = (tool: string | undefined, input: unknown): number | undefined => {
  const longest = Object.hasOwn(limits.tools, tool ?? '') ? (limits.tools as Readonly<Record<string, number>>)[tool ?? ''] : undefined
  if (longest === undefined || tool === undefined || !limits.timeoutOf.includes(tool)) return longest
  return (isObject(input) ? number(input['timeout']) : undefined) ?? longest
}

/** The events of a record, its tool results with what the record says of their permission and duration. */
export const withPermissions = (raw: RawLine, record: TranscriptRecord, events: readonly LineEvent[]): readonly LineEvent[] => {
  const results = events.filter(({ kind }) => kind === 'tool_result')
  if (results.length === 0 || record.type !== 'user') return events
  const stated = results.length === 1 ? permissionOfOnly(record, results[0]?.isError === true) : undefined
  const runMs = results.length === 1 ? recordedRunMs(record) : undefined
  const refused = stated === undefined && results.some(({ isError }) => isError) ? refusedIn(raw) : undefined
  return events.map((event) => {
    if (event.kind !== 'tool_result') return event
    const permission = stated ?? refused?.get(event.toolUseId ?? '')
    return permission === undefined && runMs === undefined ? event : { ...event, permission, runMs, isRefused: isRefusal(permission) }
  })
}
