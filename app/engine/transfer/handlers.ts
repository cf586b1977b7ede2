/** Answers to calls that carry sessions and commits from store to store. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { transferCalls, TransferResult } from '../../contract/transfer.ts'
import { projectPending } from '../import/project-pending.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext, HandlerParts } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { findLosses } from '../repair/find-losses.ts'
import { replaceDamagedPacks } from '../repair/repair-store.ts'
import { makeBundle } from './make-bundle.ts'
import { fetchFrom, push } from './push-and-fetch.ts'
import { addRemote, listRemotes, remoteNamed, removeRemote } from './remotes.ts'
import { contentsOf } from './transfer-contents.ts'
import { importBundle, viewBundle } from './read-bundle.ts'

const leftOut = ({ unreadable }: Pick<TransferResult, 'unreadable'>): string =>
  unreadable.length > 0 ? `; ${unreadable.length} could not be read` : ''

const summaryOf = (result: TransferResult): string => {
  const { sessions, commits, refs, notes, artifacts, refused } = result
  const counts = `${sessions} sessions, ${commits} commits, ${refs} refs, ${notes} notes, ${artifacts} artifacts`
  return `${counts}${refused.length > 0 ? `; ${refused.length} refused` : ''}${leftOut(result)}`
}

/** Replaces damaged packs when nothing of them is missing any more; a repair must report what is still lost. */
const replaceWhenHealed = async (store: Store, progress: JobProgress): Promise<void> => {
  if ((await findLosses(store, progress)).length === 0) await replaceDamagedPacks(store, [], progress)
}

/** Entries that an import left are joined with other sessions; those from another store are joined already. */
const bringUpToDate = async (context: EngineContext, progress: JobProgress): Promise<void> => {
  if (context.store.pendingCount > 0) await projectPending(context, progress)
}

export const transferHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof transferCalls> => ({
  'bundle.create': ({ path, names, since, replaces }) =>
    Promise.resolve(
      jobs.start('bundle', async (progress) => {
        const result = await makeBundle(context.store, { path, replaces }, { names, since }, progress)
        return { result, summary: `${result.sessions} sessions and ${result.commits} commits written to ${path}${leftOut(result)}` }
      }),
    ),
  'transfer.contents': (asked) =>
    Promise.resolve(
      jobs.start('secrets', async (progress) => {
        const result = await contentsOf(context.store, { names: asked.names, since: asked.since }, progress)
        return { result, summary: `${result.found.length} secrets in ${result.commits} commits` }
      }),
    ),
  'bundle.show': ({ path }) => viewBundle(context.store, path, false, silentProgress),
  'bundle.verify': ({ path }) =>
    Promise.resolve(
      jobs.start('bundle', async (progress) => {
        const result = await viewBundle(context.store, path, true, progress)
        return { result, summary: `${path} is complete: ${result.artifacts ?? 0} artifacts` }
      }),
    ),
  'bundle.import': ({ path, includeRemoved }) =>
    Promise.resolve(
      jobs.start('take-in', async (progress) => {
        await bringUpToDate(context, progress)
        const result = await importBundle(context.store, path, includeRemoved, progress)
        await projectPending(context, progress, 'other-store')
        return { result, summary: summaryOf(result) }
      }),
    ),
  'remote.list': () => listRemotes(context.store.dir),
  'remote.add': async ({ name, path }) => addRemote(context.store.dir, name, path),
  'remote.remove': ({ name }) => removeRemote(context.store.dir, name),
  'push.start': ({ remote, names, dryRun }) => {
    const named = remoteNamed(context.store.dir, remote)
    return Promise.resolve(
      jobs.start('push', async (progress) => {
        const result = await push(context.store, { remote: named, names, dryRun }, progress)
        return { result, summary: summaryOf(result) }
      }),
    )
  },
  'fetch.start': ({ remote, names, dryRun, includeRemoved }) => {
    const named = remoteNamed(context.store.dir, remote)
    return Promise.resolve(
      jobs.start('take-in', async (progress) => {
        if (!dryRun) await bringUpToDate(context, progress)
        const result = await fetchFrom(context.store, { remote: named, names, dryRun, includeRemoved }, progress)
        if (!dryRun) await projectPending(context, progress, 'other-store')
        if (!dryRun && result.healed > 0) await replaceWhenHealed(context.store, progress)
        return { result, summary: summaryOf(result) }
      }),
    )
  },
})
