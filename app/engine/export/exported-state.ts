/** What an export showed of a conversation, so that the session which continues it is known as its agent saw it. */
import type { CommitView } from '../../contract/commits.ts'
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import { textIn } from '../../model/json-object.ts'
import type { PackPlan } from '../../packs/conversation/pack-plan.ts'
import { unchangedState, type ShownState } from '../context/inherited-state.ts'
import type { MetCall } from '../context/met-objects.ts'
import { metAt } from '../context/session-state.ts'
import { outputsIn } from '../context/shown/collapse-outputs.ts'
import type { EngineContext } from '../kernel/engine-context.ts'

type Rows = readonly ConversationRow[]

export interface Exported {
  readonly commit: CommitView
  /** The first commit of the export, and what the caller said of it. */
  readonly since: string | undefined
  readonly stop: string
  /** The records of the conversation. */
  readonly records: Rows
  /** The conversation as a policy and a fork left it. */
  readonly rows: Rows
  /** Undefined: no policy and no fork changed it. */
  readonly state: ShownState | undefined
  /** Undefined: there was no budget. */
  readonly packed: { readonly budget: number; readonly rows: Rows; readonly plan: PackPlan } | undefined
}

/** Characters of prompts, replies and inputs of calls that are in records. */
const chatChars = (rows: Rows): number => {
  const charsOf = (block: Readonly<Record<string, unknown>>): number => {
    if (block['type'] === 'tool_use') return JSON.stringify(block['input'] ?? {}).length
    return block['type'] === 'text' ? (textIn(block, 'text') ?? '').length : 0
  }
  const blocks = rows.filter(({ line }) => line !== undefined).flatMap((row) => row.blocks)
  return blocks.reduce((sum, block) => sum + charsOf(block), 0)
}

const contentsIn = (rows: Rows, calls: readonly MetCall[]): ReadonlyMap<string, string> =>
  new Map(outputsIn(rows, calls).map(({ call, block }) => [call.id, JSON.stringify(block['content'])]))

/** Undefined: it shows what its commit contains since the last compaction. */
export const exportedState = async (context: EngineContext, exported: Exported): Promise<ShownState | undefined> => {
  const { commit, since, stop, records, rows, state, packed } = exported
  if (packed === undefined && state === undefined && stop === 'compaction') return undefined
  const met = await metAt(context, commit)
  const final = packed?.rows ?? rows
  const [before, after] = [contentsIn(records, met.calls), contentsIn(final, met.calls)]
  const kept = { ...(state ?? unchangedState), since }
  const shownRecords = new Set(final.flatMap(({ line }) => line?.uuid ?? []))
  const hiddenCalls = met.calls.filter(({ id, failed, isSinceCompaction }) => failed !== null && isSinceCompaction && !after.has(id))
  const hiddenAttachments = [...met.attachments.keys()].filter((uuid) => !shownRecords.has(uuid))
  const inOneLine = new Set([...kept.oneLine, ...kept.moved])
  const all = stop === 'compaction' ? chatChars(records) : met.chat.chars
  return {
    ...kept,
    budget: packed?.budget ?? kept.budget,
    packed: [...(kept.packed ?? []), ...(packed === undefined ? [] : [packed.plan])],
    shortened: [...after].flatMap(([id, content]) => (before.get(id) === content || inOneLine.has(id) ? [] : [id])),
    leftOut: [...hiddenCalls.map(({ id }) => id), ...hiddenAttachments],
    hiddenChars: all - chatChars(final),
  }
}
