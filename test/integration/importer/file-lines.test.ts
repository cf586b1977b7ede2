/** Records behind a line from which several records were recovered: everything that shows a line shows its number in the file. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineCallName } from '../../../app/contract/calls.ts'
import type { RequestView } from '../../../app/contract/context.ts'
import type { Engine } from '../../../app/engine/engine.ts'
import { lineName } from '../../../app/model/line-name.ts'
import { conversation } from '../../support/conversation.ts'
import { rowsOf } from '../../support/in-report-shape.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const file = '/repo/notes.txt'
const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'

const talk = () =>
  conversation({ version: '2.1.42', cwd: '/repo', sessionId })
    .human('opening words')
    .reads(file, 'alpha\nbeta\n')
    .thinks('I decided to use gamma instead of beta')
    .edits(file, 'beta', 'gamma')
    .human('middle words')
    .runs('ls', 'notes.txt')
    .compacts()
    .human('closing words')
    .edits(file, 'gamma', 'delta')
    .agent('final words')

/** The same records, some line ends lost. @param isLost whether the end of a line is lost, by its place */
const damaged = (isLost: (place: number) => boolean) => {
  const { projects, mainFiles } = writeConversation(tempDir(), talk())
  const [main = ''] = mainFiles
  const lines = readFileSync(main, 'utf8').trimEnd().split('\n')
  writeFileSync(main, `${lines.map((line, place) => line + (place < lines.length - 1 && isLost(place) ? '' : '\n')).join('')}{"torn`)
  return { projects, main }
}

/** The line of each record of a file, by its key: the records in their order. */
const linesByKey = (main: string): readonly number[] => {
  const lines = readFileSync(main, 'utf8').split('\n')
  return lines.flatMap((line, place) => Array.from({ length: Math.max(1, line.split('"parentUuid"').length - 1) }, () => place + 1))
}

type Place = Readonly<Record<'line' | 'fileLine', unknown>>

/** Every place of a record in an answer. */
const placesIn = (value: unknown): readonly Place[] => {
  if (Array.isArray(value)) return value.flatMap(placesIn)
  if (typeof value !== 'object' || value === null) return []
  const all = value as Readonly<Record<string, unknown>>
  const isPlace = typeof all['line'] === 'number' && (typeof all['sourceId'] === 'string' || typeof all['source_id'] === 'string')
  const own = isPlace ? [{ line: all['line'], fileLine: all['fileLine'] ?? all['file_line'] }] : []
  const others = ['lost', 'needed', 'other']
    .filter((which) => typeof all[`${which}_line`] === 'number')
    .map((which) => ({ line: all[`${which}_line`], fileLine: all[`${which}_file_line`] }))
  return [...own, ...others, ...Object.values(all).flatMap(placesIn)]
}

const everyAnswer = async (engine: Engine): Promise<ReadonlyMap<string, readonly Place[]>> => {
  const found = new Map<string, readonly Place[]>()
  const ask = async (name: EngineCallName, input: object): Promise<void> => {
    const answer = await engine.call(name, input)
    if (!answer.ok) throw new Error(`${name}: ${answer.failure.message}`)
    found.set(name, [...(found.get(name) ?? []), ...placesIn(answer.value)])
  }
  const [session] = (await engine.ask('sessions.list', { everything: true })).rows
  const tip = session?.tipCommitId ?? ''
  await ask('ledger.records', { sessionId })
  await ask('session.read', { sessionId, tip, offset: 0, limit: 1000 })
  for (const { commitId } of (await engine.ask('chain.log', {})).commits) await ask('commit.read', { commitId, limit: 1000 })
  await ask('reasoning.find', { reasoning: 'decision' })
  for (const text of ['opening', 'gamma', 'closing', 'final'])
    found.set('search.run', [...(found.get('search.run') ?? []), ...placesIn(await searchIn(engine, text))])
  await ask('files.versions', { path: file })
  await ask('file.show', { path: file })
  await ask('file.history', { path: file })
  await ask('file.blame', { path: file })
  await ask('commit.files', { commitId: tip })
  await ask('session.files', { sessionId })
  await ask('session.state', { at: tip })
  await ask('context.request', { sessionId })
  const checkout = await runJob(engine, 'checkout.start', { commitId: tip, to: path.join(tempDir(), 'out') })
  found.set('checkout.start', placesIn(checkout.result))
  for (const name of ['records', 'events', 'tool-calls', 'replies', 'turns', 'compaction-list', 'compaction-items', 'file-checks'])
    found.set(name, placesIn((await engine.ask('analytics.ask', { name, limit: 1000 })).rows))
  return found
}

test('each answer that names a record has the number of its line in the file', async () => {
  const { projects, main } = damaged((place) => place % 3 !== 2)
  const store = path.join(tempDir(), 'store')
  await importInto(store, [projects])
  const lines = linesByKey(main)
  await withEngine(store, async (engine) => {
    const shifted = await rowsOf(engine, 'SELECT line::INT, file_line::INT FROM records ORDER BY line')
    expect(shifted.map(([line, fileLine]) => [line, fileLine])).toEqual(shifted.map(([line]) => [line, lines[Number(line) - 1]]))
    for (const [name, places] of await everyAnswer(engine)) {
      expect.soft(places.length, name).toBeGreaterThan(0)
      expect.soft(places, name).toEqual(places.map(({ line }) => ({ line, fileLine: lines[Number(line) - 1] })))
    }
  })
})

test('whichever line ends are lost, the lines of records are those of the file, and the key of each record is unique', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), async (lost) => {
      const { projects, main } = damaged((place) => lost[place] ?? false)
      const store = path.join(tempDir(), 'store')
      await importInto(store, [projects])
      const lines = linesByKey(main)
      await withEngine(store, async (engine) => {
        const rows = await rowsOf(engine, 'SELECT line::INT, file_line::INT FROM records ORDER BY line')
        expect(rows.map(([, fileLine]) => fileLine)).toEqual(lines.slice(0, rows.length))
        expect(new Set(rows.map(([line]) => line)).size).toBe(rows.length)
      })
    }),
    { numRuns: 4 },
  )
})

test('commands show the line of the file, and take it as the name of a record', async () => {
  const { projects, main } = damaged((place) => place < 3)
  const store = path.join(tempDir(), 'store')
  await importInto(store, [projects])
  const name = path.basename(main)
  const where = (text: string): readonly string[] => [...text.matchAll(/\.jsonl:([\d.]+)\s*$/gm)].map(([, line]) => line ?? '')
  const listed = strata(store, 'ledger', '--type', 'user', '--json')
  const { records } = JSON.parse(listed.out) as { records: { line: number; fileLine: number; ofLine: number }[] }
  expect(records.slice(0, 6).map(({ line, fileLine, ofLine }) => [line, fileLine, ofLine])).toEqual([
    [1, 1, 1],
    [3, 1, 3],
    [6, 3, 1],
    [7, 4, 1],
    [9, 6, 1],
    [11, 8, 1],
  ])
  expect(where(strata(store, 'ledger', '--type', 'user').out).slice(0, 6)).toEqual(['1', '1.3', '3', '4', '6', '8'])
  const closing =
    readFileSync(main, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes('"closing words"')) + 1
  const corrected = strata(store, 'ledger', 'correct', `${name}:${closing}`, 'meta')
  expect([corrected.err, corrected.out]).toEqual(['', expect.stringContaining(`.jsonl:${closing}: class meta`)])
  expect(strata(store, 'ledger', 'corrections').out).toContain(`.jsonl:${closing}`)
  expect(strata(store, 'read', sessionId, '--record', `${name}:${closing}`, '-n', '1').out).toContain('closing words')
  expect(strata(store, 'ledger', 'undo', `${name}:${closing}`).code).toBe(0)
  const second = strata(store, 'ledger', 'correct', `${name}:1.9`, 'meta')
  expect([second.code, second.err]).toEqual([expect.any(Number), expect.stringContaining('has no record number 9')])
  const versions = strata(store, 'file', 'show', file, '--json')
  const { versionId } = JSON.parse(versions.out) as { versionId: string }
  expect(strata(store, 'file', 'show', file, '--after', versionId).out).toBe('alpha\ndelta\n')
  expect(strata(store, 'file', 'show', file, '--before', versionId).out).toBe('alpha\ngamma\n')
})

test('a name that the items of a request have opens the reply at that line, and what is no reply is refused by its name', async () => {
  const { projects, main } = damaged((place) => place < 3)
  const store = path.join(tempDir(), 'store')
  await importInto(store, [projects])
  const read = (at: string) => {
    const { out } = strata(store, 'context', sessionId, '--at', at, '--json')
    return JSON.parse(out) as RequestView
  }
  const { parts } = read('last')
  const items = strata(store, 'context', sessionId, '--at', 'last', '--items').out
  const placed = parts.flatMap(({ kind, sourceId, fileLine, ofLine }) =>
    sourceId === null || fileLine === null || ofLine === null ? [] : [{ kind, name: `${sourceId}:${lineName({ fileLine, ofLine })}` }],
  )
  expect(placed.length).toBeGreaterThan(0)
  const lines = readFileSync(main, 'utf8').split('\n')
  for (const { kind, name } of placed) {
    expect(items).toContain(name)
    const refused = strata(store, 'context', sessionId, '--at', name)
    if (kind === 'call' || kind === 'response') {
      const { reply } = read(name)
      expect(`${reply.sourceId}:${lineName(reply)}`).toBe(name)
      expect(lines[reply.fileLine - 1]).toContain('"assistant"')
    } else expect(refused.err).toContain(name)
  }
  const torn = lines.length
  const none = strata(store, 'context', sessionId, '--at', `${path.basename(main)}:${torn}`)
  expect([none.code === 0, none.err]).toEqual([false, expect.stringContaining(`${path.basename(main)}:${torn}`)])
})
