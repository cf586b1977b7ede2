/** A person corrects what a record is: the numbers follow, the commits stay, and it can be taken back. */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { RecordClass } from '../../../../app/model/record-class.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (seed = 'corrected') =>
  conversation({ seed, version: '2.1.330' })
    .human('Fix it')
    .runs('ls', 'a.ts')
    .agent('Done.')
    .human('Stop: the hook says no')
    .agent('I see.')

const stored = async (...talks: readonly ReturnType<typeof talk>[]) => {
  const store = tempDir()
  const written = writeConversation(tempDir(), ...talks)
  await importInto(store, [written.projects])
  return { store, ...written }
}

const recordsOf = async (engine: Engine, text: string, recordClass?: RecordClass) => {
  const { rows } = await engine.ask('ledger.records', recordClass === undefined ? {} : { class: recordClass })
  return rows.filter((row) => row.text.includes(text))
}

const placeOf = async (engine: Engine, text: string, recordClass?: RecordClass) => {
  const [row] = await recordsOf(engine, text, recordClass)
  if (row === undefined) throw new Error(`no record says “${text}”`)
  return { sourceId: row.sourceId, line: row.line }
}

const correct = async (engine: Engine, text: string, to: RecordClass | null) =>
  engine.ask('record.correct', { ...(await placeOf(engine, text)), class: to, reason: 'seen it' })

/** Everything that counts prompts. */
const promptCounts = async (engine: Engine) => {
  const stats = await engine.ask('stats.show', {})
  const { totals } = await engine.ask('stats.reference', {})
  const [ledger] = await engine.ask('ledger.show', {})
  const { rows } = await engine.ask('sessions.list', { everything: true })
  const { commits } = await engine.ask('chain.log', {})
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
  return {
    stats: stats.humanPrompts,
    reference: (totals as { readonly humanPrompts: number }).humanPrompts,
    finerLedger: ledger?.finer.find((row) => row.class === 'human_prompt')?.records ?? 0,
    referenceLedger: ledger?.reference.find((row) => row.class === 'human_prompt')?.records ?? 0,
    sessions: sum(rows.map((row) => row.humanPrompts)),
    commits: sum(commits.map((commit) => commit.humanPrompts)),
    reconciles: ledger?.reconciles,
    corrected: ledger?.corrected,
  }
}

const all = (prompts: number) => ({
  stats: prompts,
  reference: prompts,
  finerLedger: prompts,
  referenceLedger: prompts,
  sessions: prompts,
  commits: prompts,
  reconciles: true,
})

test('every number that counts a prompt follows the correction, and the commits are unchanged', async () => {
  const { store } = await stored(talk())
  const before = await chainsOf(store)

  const answer = await withEngine(store, async (engine) => {
    expect(await promptCounts(engine)).toEqual({ ...all(2), corrected: 0 })
    return correct(engine, 'Stop: the hook', 'hook_feedback')
  })

  expect(answer).toMatchObject({ class: 'hook_feedback', referenceClass: 'meta_other', classByRule: 'human_prompt', rule: 'user/typed' })
  expect(await withEngine(store, promptCounts)).toEqual({ ...all(1), corrected: 1 })
  expect(await chainsOf(store)).toEqual(before)
})

test('a correction is shown with the class that the rule gave', async () => {
  const { store } = await stored(talk())
  await withEngine(store, async (engine) => {
    await correct(engine, 'Stop: the hook', 'hook_feedback')
    expect(await engine.ask('corrections.list', {})).toMatchObject([
      {
        class: 'hook_feedback',
        classByRule: 'human_prompt',
        referenceByRule: 'human_prompt',
        rule: 'user/typed',
        reason: 'seen it',
        applies: true,
        records: 1,
        text: 'Stop: the hook says no',
      },
    ])
    expect((await engine.ask('ledger.records', { corrected: true })).total).toBe(1)
    const rule = (await engine.ask('rules.list', {})).find(({ id }) => id === 'user/typed')
    expect(rule).toMatchObject({ records: 2, corrected: 1 })
    const commits = await engine.ask('chain.log', { text: 'hook says' })
    const { items } = await engine.ask('commit.read', { commitId: commits.commits[0]?.commitId ?? '' })
    expect(items[0]).toMatchObject({ speaker: 'injected', class: 'hook_feedback', classByRule: 'human_prompt' })
  })
})

test('a removed correction leaves every table as before', async () => {
  const { store } = await stored(talk())
  const before = await tableDigests(store)
  await withEngine(store, async (engine) => {
    const place = await placeOf(engine, 'Stop: the hook')
    await engine.ask('record.correct', { ...place, class: 'meta' })
    await engine.ask('record.correct', { ...place, class: 'interrupt' })
    await engine.ask('record.correct', { ...place, class: null })
    expect(await engine.ask('corrections.list', {})).toEqual([])
  })
  expect(await tableDigests(store)).toEqual(before)
})

test('a rebuilt index has the same rows, and the store verifies', async () => {
  const { store } = await stored(talk())
  await withEngine(store, (engine) => correct(engine, 'Stop: the hook', 'hook_feedback'))
  const before = await tableDigests(store)

  await withEngine(store, async (engine) => {
    await runJob(engine, 'reindex.start', {})
    expect(((await runJob(engine, 'verify.start', {})).result as { readonly faults: readonly unknown[] }).faults).toEqual([])
  })

  expect(await tableDigests(store)).toEqual(before)
})

test('a transcript that grows keeps the correction', async () => {
  const { store, projects, mainFiles } = await stored(talk())
  await withEngine(store, (engine) => correct(engine, 'Stop: the hook', 'hook_feedback'))
  const more = talk().human('Go on').agent('Gone.').lines()
  writeFileSync(mainFiles[0] ?? '', `${more.join('\n')}\n`)

  await importInto(store, [projects])

  expect(await withEngine(store, promptCounts)).toEqual({ ...all(2), corrected: 1 })
})

test('the correction in a rewritten transcript moves with its record, and is reported when the record is missing', async () => {
  const { store, projects, mainFiles } = await stored(talk())
  const file = mainFiles[0] ?? ''
  await withEngine(store, (engine) => correct(engine, 'Stop: the hook', 'hook_feedback'))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, [...lines.slice(0, 1), '{"type":"mode","mode":"plan"}', ...lines.slice(1), ''].join('\n'))
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    expect(await engine.ask('corrections.list', {})).toMatchObject([{ applies: true }])
    expect((await engine.ask('problems.list', { code: 'stale-correction' })).total).toBe(0)
  })

  const place = lines.findIndex((line) => line.includes('Stop: the hook'))
  writeFileSync(
    file,
    [...lines.slice(0, place), (lines[place] ?? '').replace('Stop: the hook', 'Start: the cook'), ...lines.slice(place + 1), ''].join('\n'),
  )
  await importInto(store, [projects])

  await withEngine(store, async (engine) => {
    expect(await promptCounts(engine)).toEqual({ ...all(2), corrected: 0 })
    const [correction] = await engine.ask('corrections.list', {})
    expect(correction).toMatchObject({ applies: false, classByRule: null, records: 0 })
    expect((await engine.ask('problems.list', { code: 'stale-correction' })).rows).toMatchObject([{ line: correction?.line }])
    await engine.ask('record.correct', { sourceId: correction?.sourceId ?? '', line: correction?.line ?? 0, class: null })
    expect((await engine.ask('problems.list', { code: 'stale-correction' })).total).toBe(0)
  })
})

test('a record that a fork copied is corrected in both, in any import order and wherever it was corrected', async () => {
  const original = talk('shared')
  const fork = original.fork('11111111-1111-4111-8111-111111111111').human('And document it').agent('Documented.')
  original.human('Thanks').agent('Welcome.')
  const { mainFiles } = writeConversation(tempDir(), original, fork)
  const tables: unknown[] = []
  for (const files of [mainFiles, [...mainFiles].reverse()]) {
    const store = tempDir()
    const [first = '', second = ''] = files
    await importInto(store, [first])
    await withEngine(store, (engine) => correct(engine, 'Stop: the hook', 'hook_feedback'))
    await importInto(store, [second])
    tables.push(await tableDigests(store, ['corrections', 'artifacts']))
    await withEngine(store, async (engine) => {
      expect((await recordsOf(engine, 'Stop: the hook')).map((row) => [row.class, row.classByRule])).toEqual([
        ['hook_feedback', 'human_prompt'],
        ['hook_feedback', 'human_prompt'],
      ])
      // The ledgers count copies, as the naive count does; sessions count the original alone.
      expect(await promptCounts(engine)).toMatchObject({ stats: 3, sessions: 3, finerLedger: 4, reconciles: true, corrected: 2 })
      expect(await engine.ask('corrections.list', {})).toMatchObject([{ records: 2 }])
    })
    await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
    expect(await tableDigests(store, ['corrections', 'artifacts'])).toEqual(tables.at(-1))
  }
  expect(tables[1]).toEqual(tables[0])
})

test('a longer backup of the transcript, which then counts instead, has the correction too', async () => {
  const { store, projects, mainFiles } = await stored(talk())
  await withEngine(store, (engine) => correct(engine, 'Stop: the hook', 'hook_feedback'))
  const backup = path.join(projects, '-backup', path.basename(mainFiles[0] ?? ''))
  mkdirSync(path.dirname(backup), { recursive: true })
  copyFileSync(mainFiles[0] ?? '', backup)
  appendFileSync(backup, `${talk().human('Go on').lines().at(-1) ?? ''}\n`)

  await importInto(store, [projects])

  const counts = await withEngine(store, promptCounts)
  expect(counts).toMatchObject({ stats: 2, sessions: 2, reconciles: true, corrected: 2 })
})

test('a queue operation without a uuid can become a prompt, and stop being one', async () => {
  const written = talk('queue').bookkeeping({
    type: 'queue-operation',
    operation: 'enqueue',
    content: 'and this',
    timestamp: '2026-03-02T10:00:00.000Z',
  })
  const { store } = await stored(written)
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('ledger.records', { class: 'bookkeeping', recordType: 'queue-operation' })
    const [row] = rows
    const place = { sourceId: row?.sourceId ?? '', line: row?.line ?? 0 }
    expect(await engine.ask('record.correct', { ...place, class: 'queued_prompt' })).toMatchObject({
      class: 'queued_prompt',
      text: 'and this',
    })
    expect(await engine.ask('stats.show', {})).toMatchObject({ humanPrompts: 3 })
    expect(await engine.ask('record.correct', { ...place, class: null })).toMatchObject({ class: 'bookkeeping', classByRule: null })
    expect(await engine.ask('stats.show', {})).toMatchObject({ humanPrompts: 2 })
  })
})

test('a summary without a boundary that a person corrected is a compaction in no number', async () => {
  const summary = 'This session is being continued from a previous conversation that ran out of context.'
  const written = conversation({ seed: 'no-boundary', version: '1.0.128' })
    .user(summary, { isCompactSummary: true }, { parent: null })
    .human('go on')
    .agent('gone')
  const { store } = await stored(written)
  await withEngine(store, async (engine) => {
    const compactions = async () => {
      const [session] = (await engine.ask('sessions.list', { everything: true })).rows
      const [row] = (await engine.ask('analytics.ask', { name: 'compactions', zone: 'UTC' })).rows
      return [session?.compactions, (await engine.ask('stats.show', {})).compactions, row?.['compactions']]
    }
    expect(await compactions()).toEqual([1, 1, 1])
    await correct(engine, summary, 'human_prompt')
    expect(await compactions()).toEqual([0, 0, 0])
    await correct(engine, summary, null)
    expect(await compactions()).toEqual([1, 1, 1])
  })
})

test('a record that cannot be corrected is refused, with a hint', async () => {
  const { store } = await stored(talk().raw('{"type":"us').row({ type: 'system', subtype: 'turn_duration' }))
  const before = await tableDigests(store)
  await withEngine(store, async (engine) => {
    const reply = await placeOf(engine, 'Done.')
    await expect(engine.ask('record.correct', { ...reply, class: 'human_prompt' })).rejects.toMatchObject({
      code: 'invalid-input',
      data: { choices: ['reply', 'error'] },
    })
    const system = (await engine.ask('ledger.records', { class: 'system' })).rows[0]
    await expect(
      engine.ask('record.correct', { sourceId: system?.sourceId ?? '', line: system?.line ?? 0, class: 'meta' }),
    ).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(engine.ask('record.correct', { sourceId: reply.sourceId, line: 10_000, class: 'meta' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(engine.ask('record.correct', { ...reply, class: null })).rejects.toMatchObject({ code: 'not-found' })
  })
  expect(await tableDigests(store)).toEqual(before)
})
