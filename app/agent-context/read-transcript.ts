/** The steps of a session in the bytes of its transcript. */
import { agentOfFormat, transcriptFormat } from '../../importer/agents.ts'
import { readBlocks, textOf } from '../model/record.ts'
import { isObject } from '../model/json-object.ts'
import type { WholeLine } from '../model/transcript-line.ts'
import type { ChainText } from '../reasoning/chain-text.ts'

type StepKind = ChainText['kind']
const kinds: ReadonlySet<string> = new Set<StepKind>(['prompt', 'thinking', 'response', 'tool_call', 'tool_result'])

/** Texts of the results of a line, by the id of the call. */
const resultTexts = (bytes: Uint8Array, { offset, length }: WholeLine): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const record: unknown = JSON.parse(Buffer.from(bytes.subarray(offset, offset + length)).toString('utf8'))
  const content = isObject(record) && isObject(record['message']) ? record['message']['content'] : undefined
  for (const { type, tool_use_id: id, content: own } of readBlocks(content) ?? [])
    if (type === 'tool_result' && id !== undefined) found.set(id, textOf(own) ?? '')
  return found
}

/** The texts of refused calls alone: nothing reads what tools printed. */
const refusalTexts = (bytes: Uint8Array, line: WholeLine): ReadonlyMap<string, string> | undefined => {
  if (!line.events.some(({ permission }) => permission === 'refused')) return undefined
  try {
    return resultTexts(bytes, line)
  } catch {
    return undefined
  }
}

const isOwn = (line: WholeLine, sessionId: string): boolean =>
  !line.isSidechain && !line.isRepeat && line.class !== 'malformed' && (line.sessionId === undefined || line.sessionId === sessionId)

/** Another session whose records the transcript has copies of. */
const continuedBy = (lines: readonly WholeLine[], sessionId: string): string | undefined => {
  for (const { forkedFrom, sessionId: own, isSidechain } of lines) {
    if (forkedFrom !== undefined && forkedFrom !== sessionId) return forkedFrom
    if (!isSidechain && own !== undefined && own !== sessionId) return own
  }
  return undefined
}

/**
 * The steps of the main conversation, in the order of the file. Records copied from another session are marked as copies.
 * @param source how events name the file
 */
export const stepsOf = (bytes: Uint8Array, source: string, sessionId: string): readonly ChainText[] => {
  const lines = agentOfFormat(transcriptFormat)?.lines.linesOf(bytes) ?? []
  const continues = continuedBy(lines, sessionId)
  return lines.flatMap((line): readonly ChainText[] => {
    if (!isOwn(line, sessionId)) return []
    const refusals = refusalTexts(bytes, line)
    return line.events.flatMap((event, block): readonly ChainText[] =>
      kinds.has(event.kind)
        ? [
            {
              sourceId: source,
              line: line.line,
              block,
              sessionId,
              chain: 'main',
              commitId: null,
              recordUuid: line.uuid ?? null,
              occurredAt: line.occurredAt ?? null,
              kind: event.kind as StepKind,
              class: line.class,
              body: refusals?.get(event.toolUseId ?? '') ?? event.body ?? '',
              filePath: event.filePath ?? null,
              permission: event.permission ?? null,
              isCopy: line.forkedFrom !== undefined && line.forkedFrom !== sessionId,
              toolName: event.toolName ?? null,
              toolUseId: event.toolUseId ?? null,
              isError: event.isError,
              cwd: line.cwd ?? null,
              ...(continues === undefined ? {} : { continues }),
            },
          ]
        : [],
    )
  })
}
