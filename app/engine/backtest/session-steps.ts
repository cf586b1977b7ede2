/** A session as a backtest replays it: the steps of its chain, with the model of each reply. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { Reply } from '../../backtest/cache-cost.ts'
import type { SessionSteps } from '../../backtest/replay-session.ts'
import { objectIn } from '../../model/json-object.ts'
import type { RecordedRecord, Step } from '../../packs/recorded-steps.ts'
import type { Store } from '../../store/store.ts'
import { chainFrom } from '../commits/chain-links.ts'
import { ownLinks } from '../file-steps/chain-records.ts'
import { stepsOf } from '../packs/history-at.ts'

const replyOf = ({ record, occurredAt }: RecordedRecord, step: number): Reply | undefined => {
  const message = record.message
  const model = message?.['model']
  if (record.type !== 'assistant' || message === undefined || typeof model !== 'string' || model === '<synthetic>') return undefined
  const written = objectIn(objectIn(message, 'usage'), 'cache_creation')['ephemeral_1h_input_tokens']
  return { step, model, at: occurredAt, keepsAnHour: typeof written === 'number' && written > 0 }
}

/** By the step of a summary, the first step that its compaction kept. @param stepOf of the records that compactions kept */
const keptSteps = (
  links: readonly ChainLink[],
  steps: readonly Step[],
  stepOf: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> => {
  const preserved = new Map(links.map((link) => [link.commitId, link.preserved]))
  return new Map(
    steps.flatMap(({ kind, step, place }) => {
      if (kind !== 'summary') return []
      const kept = (preserved.get(place.commitId) ?? []).flatMap((uuid) => stepOf.get(uuid) ?? [])
      return kept.length === 0 ? [] : [[step, kept.reduce((first, at) => Math.min(first, at))] as const]
    }),
  )
}

/** @throws StrataError not-found, artifact-corrupt */
export const sessionSteps = async (store: Store, sessionId: string, tip: string): Promise<SessionSteps> => {
  const links = ownLinks(await chainFrom(store, tip))
  const replies: Reply[] = []
  const preserved = new Set(links.flatMap((link) => link.preserved))
  const stepOf = new Map<string, number>()
  let last: unknown
  const steps = await stepsOf(store, links, sessionId, {
    onRecord: (record, step) => {
      const { uuid } = record.record
      if (uuid !== undefined && preserved.has(uuid) && !stepOf.has(uuid)) stepOf.set(uuid, step)
      const reply = replyOf(record, step)
      if (reply === undefined) return
      // A reply has a record for each of its blocks.
      const id = record.record.message?.['id'] ?? `${record.sourceId}:${record.line}`
      if (id !== last) replies.push(reply)
      last = id
    },
  })
  return { sessionId, steps, replies, kept: keptSteps(links, steps, stepOf) }
}
