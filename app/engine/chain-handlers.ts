/** Answers to calls that make and name commits. */
import type { Handlers } from '../contract/calls.ts'
import { findSecrets } from './export/find-secrets.ts'
import { makeExport } from './export/make-export.ts'
import { planExport } from './export/plan-export.ts'
import type { JobParts } from './job-handlers.ts'
import { checkpoint } from './checkpoints/checkpoint.ts'
import { listPins, removeRef, setPin, setRef } from './refs/refs.ts'
import { describe, summaryHistory } from './summaries/summaries.ts'
import { materialiseCommit } from './materialise/materialise-commit.ts'
import { snapshotDeepChain } from './checkpoints/snapshot-deep-chain.ts'
import { importOutside } from './import-chain/import-outside.ts'
import { summariseCommits } from './summaries/summarise-commits.ts'
import { compareCommits, resolveAt, showHistory, showMergeBase } from './commits/chain-views.ts'
import { findCommit } from './commits/find-commit.ts'

type NamingCalls = 'ref.set' | 'ref.remove' | 'commit.pin' | 'pins.list' | 'commit.describe' | 'commit.summaries'
type ChainQuestions = 'commit.history' | 'commit.resolve' | 'commit.compare' | 'commit.mergeBase'
type ChainJobs = 'materialise.start' | 'export.secrets' | 'export.start' | 'compare.start' | 'summaries.start'
type ChainCalls =
  NamingCalls | ChainQuestions | ChainJobs | 'commit.checkpoint' | 'commit.materialise' | 'export.make' | 'export.plan' | 'outside.import'

export const chainHandlers = ({ context, jobs }: JobParts): Pick<Handlers, ChainCalls> => ({
  'commit.history': (input) => showHistory(context, input),
  'commit.resolve': (input) => resolveAt(context, input),
  'commit.compare': (input) => compareCommits(context, input),
  'compare.start': (input) =>
    Promise.resolve(
      jobs.startBeside('compare', async (progress) => {
        const result = await compareCommits(context, input, progress)
        return { result, summary: `${result.common} commits in common` }
      }),
    ),
  'commit.mergeBase': ({ left, right }) => showMergeBase(context, left, right),
  'ref.set': (input) => jobs.beside(() => setRef(context, input)),
  'ref.remove': ({ name }) => jobs.beside(() => removeRef(context, name)),
  'commit.pin': ({ commitId, pinned }) => jobs.beside(() => setPin(context, commitId, pinned)),
  'pins.list': () => listPins(context),
  'commit.describe': ({ commitId, summary, by }) => jobs.beside(() => describe(context, commitId, summary, by)),
  'commit.summaries': ({ commitId }) => summaryHistory(context, commitId),
  'commit.checkpoint': (input) =>
    jobs.beside(async () => {
      const commitId = await checkpoint(context, input)
      const made = await findCommit(context, commitId)
      const isFollowed = input.onto !== undefined && (await snapshotDeepChain(context, made, input.onto))
      return isFollowed ? findCommit(context, commitId) : made
    }),
  'commit.materialise': (input) => jobs.beside(() => materialiseCommit(context, input, (work) => jobs.beside(work))),
  'materialise.start': (input) =>
    Promise.resolve(
      jobs.startBeside('materialise', async (progress) => {
        const beside = (work: () => Promise<void>): Promise<void> => jobs.beside(work)
        const result = await jobs.beside(() => materialiseCommit(context, input, beside, progress))
        return { result, summary: `${input.commitId} is rebuilt from ${result.commitCount} commits` }
      }),
    ),
  'export.secrets': (input) =>
    Promise.resolve(
      jobs.startBeside('secrets', async (progress) => {
        const result = await jobs.beside(() => findSecrets(context, input, progress))
        return { result, summary: `${result.found.length} texts in ${input.commitId} look like a secret` }
      }),
    ),
  'export.plan': (input) => planExport(context, input),
  'export.start': (input) =>
    Promise.resolve(
      jobs.startBeside('export', async (progress) => {
        const result = await jobs.beside(() => makeExport(context, input, progress))
        return { result, summary: `${input.commitId} is exported to ${result.path ?? 'nowhere'}` }
      }),
    ),
  'export.make': (input) => jobs.beside(() => makeExport(context, input)),
  'summaries.start': (input) =>
    Promise.resolve(jobs.startBeside('summarise', (progress) => summariseCommits(context, input, (work) => jobs.beside(work), progress))),
  'outside.import': (input) => jobs.beside(() => importOutside(context, input)),
})
