/** A family of sessions that share records ends in the same store whatever comes first, and however many imports it takes. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { some } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`

/** A session, one forked from it, one resumed from the fork elsewhere, and one forked after a compaction of the first. */
const family = (): readonly (readonly [string, Buffer])[] => {
  const first = conversation({ sessionId: id('c'), seed: 'family' })
    .human('one')
    .runs('ls', 'a')
    .agent('1')
    .human('two')
    .agent('2')
  const fork = first.fork(id('b')).human('two and a half').agent('2.5')
  const resumed = fork.resume(id('a')).human('three').agent('3')
  first.rewind(1).human('two again').agent('2!').compacts().human('four').agent('4')
  const late = first.fork(id('d')).human('five').agent('5')
  return [first, fork, resumed, late].map((told, at): readonly [string, Buffer] => {
    const bytes = told.files().get(told.path)
    if (bytes === undefined) throw new Error('a conversation has a main file')
    return [`project-${at % 2}/${told.sessionId}.jsonl`, bytes]
  })
}

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]))

/** Imports the files batch by batch into a new store; gives all that must not depend on it. */
const storeOf = async (projects: string, batches: readonly (readonly (readonly [string, Buffer])[])[]): Promise<unknown> => {
  rmSync(projects, { recursive: true, force: true })
  const store = tempDir()
  await withEngine(store, async (engine) => {
    for (const batch of batches) {
      for (const [name, bytes] of batch) {
        const file = path.join(projects, name)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, bytes)
        utimesSync(file, 1_767_603_600, 1_767_603_600)
      }
      await runJob(engine, 'import.start', { paths: [projects] })
    }
  })
  return { chains: await chainsOf(store), tables: await tableDigests(store, ['artifacts']) }
}

test('four sessions that share records give the same store in any order, one import at a time', async () => {
  const projects = path.join(tempDir(), 'projects')
  const files = family()
  const once = await storeOf(projects, [files])
  for (const order of some(permutations(files), 3)) {
    const names = order.map(([name]) => name)
    expect([
      names,
      await storeOf(
        projects,
        order.map((file) => [file]),
      ),
    ]).toEqual([names, once])
  }
})

test('four sessions that share records give the same store in any two imports', async () => {
  const projects = path.join(tempDir(), 'projects')
  const files = family()
  const once = await storeOf(projects, [files])
  const splits = Array.from({ length: 2 ** files.length - 2 }, (_, at) => at + 1)
  for (const chosen of some(splits, 3)) {
    const [early, late] = [files.filter((_, at) => (chosen >> at) % 2 === 1), files.filter((_, at) => (chosen >> at) % 2 === 0)]
    expect([chosen, await storeOf(projects, [early, late])]).toEqual([chosen, once])
  }
})

test('a compaction that names a record of another file continues the commit of that record, in any import order', async () => {
  const first = conversation({ sessionId: id('b'), seed: 'first' })
    .human('one')
    .agent('1')
  const named = first.lastUuid
  first.human('two').agent('2')
  const second = conversation({ sessionId: id('a'), seed: 'second', start: '2026-02-01T09:00:00Z' })
    .row({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } }, { parent: null, logicalParent: named })
    .user('This session is being continued', { isCompactSummary: true })
    .human('three')
    .agent('3')
  const files = [first, second].map((told): readonly [string, Buffer] => [
    `project/${told.sessionId}.jsonl`,
    Buffer.from(`${told.lines().join('\n')}\n`),
  ])
  const projects = path.join(tempDir(), 'projects')
  const once = await storeOf(projects, [files])
  for (const order of permutations(files))
    expect(
      await storeOf(
        projects,
        order.map((file) => [file]),
      ),
    ).toEqual(once)
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    expect(await engine.ask('session.show', { sessionId: second.sessionId })).toMatchObject({ parentSessionId: first.sessionId })
    const { commits } = await engine.ask('chain.log', { of: second.sessionId })
    expect(commits.map(({ summary }) => summary)).toEqual(['three', 'Compaction (manual, n/a tokens)', 'one'])
  })
})
