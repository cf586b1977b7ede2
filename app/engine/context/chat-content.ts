/** The chat of a session, turn by turn. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import { chatPayload, type ChatTurn } from '../../model/objects/object-payload.ts'
import type { StableFields } from '../../model/objects/stable-stringify.ts'
import { typedByHuman, type RecordClass } from '../../model/record-class.ts'
import type { Store } from '../../store/store.ts'
import { inOrderOf, ownLinks } from '../file-steps/chain-records.ts'
import chatEvents from './chat-events.sql?raw'

const columns = {
  commitId: text('commit_id'),
  kind: text('kind'),
  class: text('class'),
  chars: count('chars'),
  toolUseId: optional(text('tool_use_id')),
  occurredAt: optional(instant('occurred_at')),
  body: optional(text('body')),
} as const

type ChatEvent = Row<typeof columns>

interface OpenTurn {
  readonly startedAt: number | null
  readonly user: string[]
  /** Texts that the client added: reminders, output of commands, summaries. */
  readonly added: string[]
  readonly assistant: string[]
  readonly calls: string[]
}

const typed: ReadonlySet<string> = typedByHuman satisfies ReadonlySet<RecordClass>

const isTyped = ({ kind, class: of }: ChatEvent): boolean => kind === 'prompt' && typed.has(of)

const place = (turn: OpenTurn, event: ChatEvent): void => {
  if (event.kind === 'tool_call') turn.calls.push(...(event.toolUseId === null ? [] : [event.toolUseId]))
  else if (event.kind === 'response') turn.assistant.push(event.body ?? '')
  else (isTyped(event) ? turn.user : turn.added).push(event.body ?? '')
}

const turnsOf = (events: readonly ChatEvent[]): readonly OpenTurn[] => {
  const turns: OpenTurn[] = []
  for (const event of events) {
    const current = turns.at(-1)
    const turn =
      current === undefined || isTyped(event) ? { startedAt: event.occurredAt, user: [], added: [], assistant: [], calls: [] } : current
    if (turn !== current) turns.push(turn)
    place(turn, event)
  }
  return turns
}

const turnFields = ({ startedAt, user, added, assistant, calls }: OpenTurn): ChatTurn => ({
  user: user.join('\n\n'),
  assistant: assistant.join('\n\n'),
  added,
  toolcall_ids: [...new Set(calls)],
  started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
})

interface Chat {
  readonly payload: StableFields
  readonly unknownBecause: string | null
}

/** @param chain tip first */
export const chatOf = async ({ database }: Store, sessionId: string, chain: readonly ChainLink[]): Promise<Chat> => {
  const links = ownLinks(chain)
  const rows = await database.query(chatEvents, columns, { commits: links.map(({ commitId }) => commitId) })
  const events = inOrderOf(links, rows)
  const cut = events.filter(({ kind, body, chars }) => kind !== 'tool_call' && (body?.length ?? 0) < chars).length
  return {
    payload: chatPayload(sessionId, '', turnsOf(events).map(turnFields)),
    unknownBecause: cut === 0 ? null : `of ${cut} of its texts only the beginning is shown, 65,536 characters`,
  }
}
