/** Which items of a request it contains more than once, and which the rest of the chain refers to. */
import { watchNames, type NameWatch } from '../../../conversation/named-again.ts'
import { repeatsOf } from '../../../conversation/repeated-items.ts'
import type { RequestItem } from '../../../conversation/request-item.ts'
import { flag, optional, text } from '../../../model/columns.ts'
import { groupBy } from '../../../model/group-by.ts'
import { typedByHuman, type RecordClass } from '../../../model/record-class.ts'
import type { RequestMarks } from '../../../model/request-marks.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { silentProgress } from '../../kernel/job.ts'
import { runInSlices, yieldToEventLoop } from '../../kernel/run-in-slices.ts'
import { isAsked, type FoundReply } from './find-reply.ts'
import laterCommits from './later-commits.sql?raw'
import laterTexts from './later-texts.sql?raw'

const linkColumns = { commitId: text('commit_id'), parentId: optional(text('parent_id')) } as const
const textColumns = { isJson: flag('is_json'), body: text('body') } as const

const typed: readonly RecordClass[] = [...typedByHuman, 'sidechain_prompt', 'agent_message']

type Committed = FoundReply & { readonly commitId: string }

/** A commit and those of its chain that follow it, on every branch. */
const commitsFrom = async ({ store }: EngineContext, session: string, { chain, commitId }: Committed): Promise<readonly string[]> => {
  const links = await store.database.query(laterCommits, linkColumns, { session, chain })
  const children = groupBy(links, ({ parentId }) => parentId ?? '')
  const found = new Set([commitId])
  for (const commit of found) for (const child of children.get(commit) ?? []) found.add(child.commitId)
  return [...found]
}

/** Texts of this many commits are in memory at a time. */
const commitsAtATime = 64

const hearLater = async (
  context: EngineContext,
  session: string,
  commits: readonly string[],
  reply: Committed,
  watch: NameWatch,
): Promise<void> => {
  const pause = yieldToEventLoop(silentProgress)
  const { commitId: commit, sourceId: source, line } = reply
  for (let from = 0; from < commits.length; from += commitsAtATime) {
    const some = commits.slice(from, from + commitsAtATime)
    for (const { isJson, body } of await context.store.database.query(laterTexts, textColumns, {
      session,
      commits: some,
      typed,
      commit,
      source,
      line,
    })) {
      watch.hear(body, isJson)
      await pause()
    }
  }
}

export interface MarkedItems {
  /** In the order of the items. */
  readonly marks: readonly RequestMarks[]
  /** Replies of the chain after this one. */
  readonly laterReplies: number
}

/** What the items say by themselves. */
export const repeatsAmong = (items: readonly RequestItem[]): MarkedItems => ({
  marks: repeatsOf(items).map((repeats) => ({ ...repeats, namedAgain: null })),
  laterReplies: 0,
})

/** @param items of the request behind the reply */
export const markItems = async (
  context: EngineContext,
  session: string,
  reply: Committed,
  replies: readonly FoundReply[],
  items: readonly RequestItem[],
): Promise<MarkedItems> => {
  const commits = await commitsFrom(context, session, reply)
  const watch = await runInSlices(watchNames(items), silentProgress)
  await hearLater(context, session, commits, reply, watch)
  const named = watch.verdicts()
  const later = new Set(commits)
  const isLater = (one: FoundReply): boolean =>
    later.has(one.commitId ?? '') && !(one.commitId === reply.commitId && one.sourceId === reply.sourceId && one.line <= reply.line)
  const laterReplies = replies.filter((one) => isAsked(one) && isLater(one)).length
  // After the last reply of the chain nothing could name it.
  const judged = laterReplies === 0 ? [] : named
  return { marks: repeatsOf(items).map((repeats, at) => ({ ...repeats, namedAgain: judged[at] ?? null })), laterReplies }
}
