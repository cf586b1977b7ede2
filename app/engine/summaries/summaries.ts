/** Summaries of commits: what the rule says, what was written, and what had been written before. */
import type { CommitDetail } from '../../contract/commits.ts'
import type { SummaryHistory, WrittenSummary } from '../../contract/summaries.ts'
import { StrataError } from '../../model/failure.ts'
import { summarySubject, type NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { unitsToRetain } from '../added-commits/retained-commits.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { ruleSummary, summaryUnit } from '../added-commits/shown-commits.ts'

type NewSummary = Extract<NewJournalEntry, { readonly kind: 'summary' }>

/** The newest version of a record that this version can change without losing what it says. */
const knownVersion = 1

const writtenIn = (store: Store, commitId: string): NewSummary | undefined => {
  const entry = store.entry(summarySubject(commitId))
  return entry?.kind === 'summary' ? entry : undefined
}

const historyOf = (store: Store, { commit }: CommitDetail, byRule: string): SummaryHistory => {
  const last = writtenIn(store, commit.commitId)
  const entries = last === undefined ? [] : [...(last.earlier ?? []), last]
  const written = entries.map(({ summary, written_at: at, by }): WrittenSummary => {
    return { text: summary, at: at === undefined ? null : Date.parse(at), by: by ?? null }
  })
  return { commitId: commit.commitId, summary: commit.summary, byRule, written }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const summaryHistory = async (context: EngineContext, name: string): Promise<SummaryHistory> => {
  const detail = await findCommit(context, name)
  const { recordHash, artifactHash: artifact } = detail.commit
  return historyOf(context.store, detail, await ruleSummary(context.store, recordHash, artifact))
}

const entryAfter = (before: NewSummary | undefined, commitId: string, summary: string, by: string | undefined): NewSummary => ({
  kind: 'summary',
  commit_id: commitId,
  summary,
  written_at: new Date().toISOString(),
  ...(by === undefined ? {} : { by }),
  ...(before === undefined
    ? {}
    : {
        earlier: [
          ...(before.earlier ?? []),
          {
            summary: before.summary,
            ...(before.written_at === undefined ? {} : { written_at: before.written_at }),
            ...(before.by === undefined ? {} : { by: before.by }),
          },
        ],
      }),
})

/** @throws StrataError invalid-input */
const checkVersion = ({ record }: CommitDetail): void => {
  if (record.version > knownVersion)
    throw new StrataError('invalid-input', `The commit has version ${record.version}: upgrade Strata before you change it`)
}

const write = async (store: Store, before: NewSummary | undefined, { commit }: CommitDetail, text: string, by?: string): Promise<void> => {
  const unit = await summaryUnit(store, entryAfter(before, commit.commitId, text, by))
  await store.writeUnits([...(await unitsToRetain(store, [commit.commitId])), { ...unit, entries: [] }])
}

/**
 * Writes a summary, or takes what was written back.
 * @throws StrataError not-found, ambiguous-id, malformed-id, invalid-input, disk-full
 */
export const describe = async (context: EngineContext, name: string, text: string, by: string | undefined): Promise<SummaryHistory> => {
  const { store } = context
  const detail = await findCommit(context, name)
  checkVersion(detail)
  const summary = text.trim()
  await withWriteLock(store, async () => {
    const before = writtenIn(store, detail.commit.commitId)
    if ((before?.summary ?? '') !== summary) await write(store, before, detail, summary, by)
  })
  context.changed([detail.commit.sessionId])
  return summaryHistory(context, detail.commit.commitId)
}

/** Whether a summary of a commit was written and not withdrawn. */
export const hasWrittenSummary = (store: Store, commitId: string): boolean => (writtenIn(store, commitId)?.summary ?? '') !== ''

/** Whether a summary is the one that counts for a commit now, with exactly this text and author. */
export const isWrittenAs = (store: Store, commitId: string, summary: string, by: string): boolean => {
  const written = writtenIn(store, commitId)
  return written?.summary === summary.trim() && written.by === by
}

/**
 * Writes a summary of a commit that has none that was written; says whether it did.
 * @throws StrataError not-found, invalid-input, disk-full
 */
export const describeUnwritten = async (context: EngineContext, commitId: string, summary: string, by: string): Promise<boolean> => {
  const { store } = context
  const detail = await findCommit(context, commitId)
  checkVersion(detail)
  const isWritten = await withWriteLock(store, async () => {
    if (hasWrittenSummary(store, commitId)) return false
    await write(store, writtenIn(store, commitId), detail, summary, by)
    return true
  })
  if (isWritten) context.changed([detail.commit.sessionId])
  return isWritten
}
