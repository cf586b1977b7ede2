/** The public surface between a window and the engine: a change of it is a decision, not an accident. */
import { expect, test } from 'vitest'
import { calls } from '../../app/contract/calls.ts'

test('these are the calls that a window or the command line may make', () => {
  expect(Object.keys(calls)).toEqual([
    'store.show',
    'roots.list',
    'sources.list',
    'sessions.list',
    'session.show',
    'session.timeline',
    'session.context',
    'session.stats',
    'chain.log',
    'refs.list',
    'commit.show',
    'commit.read',
    'commit.history',
    'commit.resolve',
    'commit.compare',
    'commit.mergeBase',
    'ref.set',
    'ref.remove',
    'commit.pin',
    'pins.list',
    'commit.describe',
    'commit.summaries',
    'commit.checkpoint',
    'commit.materialise',
    'outside.import',
    'export.make',
    'artifact.bytes',
    'artifact.read',
    'formats.list',
    'problems.list',
    'source.excerpt',
    'source.text',
    'stats.show',
    'stats.by',
    'stats.reference',
    'stats.referenceBy',
    'rules.list',
    'ledger.show',
    'ledger.records',
    'corrections.list',
    'record.correct',
    'cost.show',
    'prices.list',
    'doctor.run',
    'import.start',
    'watch.show',
    'watch.start',
    'watch.stop',
    'verify.start',
    'reindex.start',
    'restore.start',
    'jobs.list',
    'job.cancel',
    'job.wait',
    'shell.chooseFolders',
    'shell.revealPath',
    'shell.saveArtifact',
    'shell.copyText',
    'shell.openExternal',
  ])
})

test('every call takes an object and refuses anything else', () => {
  for (const [name, { input }] of Object.entries(calls)) {
    for (const wrong of [undefined, null, 7, 'text', []]) expect(input.safeParse(wrong).success, name).toBe(false)
  }
})
