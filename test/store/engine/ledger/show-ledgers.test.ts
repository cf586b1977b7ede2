/** The ledgers: every record in one class, both ways of counting add up to the naive count, whatever was said. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tables } from '../../../../app/analytics/queries/run-query.ts'
import { recordKey as keyOf } from '../../../../app/transcripts/apply-corrections.ts'
import { listLedgerRecords } from '../../../../app/engine/ledger/list-ledger-records.ts'
import { listRules } from '../../../../app/engine/ledger/list-rules.ts'
import { showLedgers } from '../../../../app/engine/ledger/show-ledgers.ts'
import { userClasses } from '../../../../app/model/record-class.ts'
import { anyConversation, anyFraction } from '../../../support/any-conversation.ts'
import { conversation } from '../../../support/conversation.ts'
import { derivedTables } from '../../../support/derived-tables.ts'
import { naiveCount } from '../../../support/naive-count.ts'
import { rounds } from '../../../support/rounds.ts'
import { tablesOf } from '../../../support/tables-of.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = () =>
  conversation({ seed: 'ledger' })
    .human('Fix it')
    .runs('ls', 'a.ts')
    .agent('Done.')
    .command('/context', '', 'lots')
    .meta('A note')
    .notification('it ended')
    .bash('ls', 'a')
    .interrupt()

const page = { offset: 0, limit: 1000 }
const total = async (tables: Tables) => {
  const [ledger] = await showLedgers(tables, { by: 'total' })
  if (ledger === undefined) throw new Error('there is a ledger of everything')
  return ledger
}

test('the ledger counts the records of a session by both sets of rules', async () => {
  const tables = await tablesOf(talk())
  const ledger = await total(tables)
  expect(ledger).toMatchObject({ naive: 9, referenceTotal: 9, finerTotal: 9, reconciles: true })
  expect(ledger.records).toBe(ledger.naive + ledger.othersTotal)
  expect(Object.fromEntries(ledger.finer.map((row) => [row.class, row.records]))).toEqual({
    human_prompt: 1,
    tool_result: 1,
    command: 1,
    meta: 2,
    task_notification: 1,
    bash_input: 1,
    bash_injection: 1,
    interrupt: 1,
  })
})

test('every cell leads to as many records as it counts', async () => {
  const tables = await tablesOf(talk())
  const ledger = await total(tables)
  for (const { class: name, records } of ledger.finer) {
    const listed = await listLedgerRecords(tables, { ...page, class: name as 'meta', recordType: 'user' })
    expect([name, listed.total, listed.rows.length]).toEqual([name, records, records])
  }
  for (const { class: name, records } of ledger.reference) {
    expect((await listLedgerRecords(tables, { ...page, referenceClass: name as 'none', recordType: 'user' })).total).toBe(records)
  }
})

test('a record of a cell has its place, its beginning, and the rule that decided it', async () => {
  const tables = await tablesOf(talk())
  const { rows } = await listLedgerRecords(tables, { ...page, rule: 'user/tool-results-only' })
  expect(rows).toMatchObject([
    { class: 'tool_result', referenceClass: 'tool_result', recordType: 'user', text: 'Result of Bash', isCopy: false },
  ])
  const [prompt] = (await listLedgerRecords(tables, { ...page, class: 'human_prompt' })).rows
  expect(prompt).toMatchObject({ text: 'Fix it', rule: 'user/typed' })
  expect(prompt?.byteLength).toBeGreaterThan(10)
})

test('ledgers of sessions and projects add up to the ledger of the store', async () => {
  const tables = await tablesOf(
    talk(),
    conversation({ seed: 'other', sessionId: '22222222-2222-4222-8222-222222222222' }).human('Hi').agent('Yes'),
  )
  const all = await total(tables)
  for (const by of ['session', 'project'] as const) {
    const groups = await showLedgers(tables, { by })
    expect(groups.map((group) => group.reconciles)).toEqual(groups.map(() => true))
    expect(groups.reduce((sum, group) => sum + group.naive, 0)).toBe(all.naive)
    expect(groups.reduce((sum, group) => sum + group.records, 0)).toBe(all.records)
  }
})

test('a ledger of one project or one session', async () => {
  const tables = await tablesOf(talk())
  const [project] = await showLedgers(tables, { by: 'project' })
  const [session] = await showLedgers(tables, { by: 'session' })
  expect(await showLedgers(tables, { by: 'total', project: project?.group ?? '' })).toEqual([project])
  expect(await showLedgers(tables, { by: 'session', project: project?.group ?? '' })).toEqual([session])
  await expect(showLedgers(tables, { by: 'total', project: '/no/such' })).rejects.toMatchObject({ code: 'not-found' })
})

test('every rule has its number of records, and the numbers add up to all', async () => {
  const tables = await tablesOf(talk().raw('{"type":"us'))
  const rules = await listRules(tables)
  const { records, naive } = await total(tables)
  const decided = (ledger: string) => rules.filter((rule) => rule.ledger === ledger).reduce((sum, rule) => sum + rule.records, 0)
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  expect(decided('finer')).toBe(records + 1)
  expect(decided('reference')).toBe(naive)
  expect(rules.find(({ id }) => id === 'malformed/malformed-json')?.records).toBe(1)
})

test('any conversation: the ledgers add up to the naive count of its files', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyConversation(14), async (any) => {
      const { projects } = writeConversation(tempDir(), any)
      const tables = await derivedTables(projects)
      try {
        const groups = [...(await showLedgers(tables, { by: 'total' })), ...(await showLedgers(tables, { by: 'session' }))]
        const files = await tables.query('SELECT path FROM sources', { path: { name: 'path', sqlType: 'VARCHAR', nullable: false } })
        const naive = files.reduce((sum, { path }) => sum + naiveCount(String(path)), 0)
        for (const group of groups) expect(group).toMatchObject({ naive, finerTotal: naive, referenceTotal: naive, reconciles: true })
      } finally {
        await tables.close()
      }
    }),
    { numRuns: rounds(12, 30) },
  )
})

test(
  'any conversation, any correction: the ledgers add up, and only the corrected record has another class',
  { timeout: 120_000 },
  async () => {
    const anyClass = fc.constantFrom(...userClasses)
    await fc.assert(
      fc.asyncProperty(anyConversation(10), anyClass, anyFraction, async (any, given, where) => {
        const { projects } = writeConversation(tempDir(), any)
        const tables = await derivedTables(projects)
        const users = (await listLedgerRecords(tables, { ...page, recordType: 'user' })).rows.filter((row) => row.uuid !== null)
        await tables.close()
        const chosen = users[Math.floor(where * Math.max(0, users.length - 1))]
        if (chosen === undefined) return
        const bytes = readFileSync(path.join(path.dirname(projects), chosen.file)).subarray(
          chosen.byteOffset,
          chosen.byteOffset + chosen.byteLength,
        )
        const recordKey = keyOf('claude-code', bytes, chosen.sessionId, chosen.line)
        if (recordKey === undefined) throw new Error('the line holds a record')
        const { sourceId, line, sessionId, uuid } = chosen
        const correction = {
          recordKey,
          class: given,
          sourceId,
          line,
          sessionId,
          uuid: uuid ?? undefined,
          reason: undefined,
          correctedAt: 0,
        }

        const corrected = await derivedTables(projects, [correction])

        try {
          expect(await showLedgers(corrected, { by: 'total' })).toMatchObject([{ naive: users.length, reconciles: true, corrected: 1 }])
          const after = (await listLedgerRecords(corrected, { ...page, recordType: 'user' })).rows
          expect(after.filter((row) => row.classByRule !== null)).toMatchObject([
            { sourceId, line, class: given, classByRule: chosen.class },
          ])
          expect(after.filter((row) => row.classByRule === null)).toEqual(users.filter((row) => row !== chosen))
        } finally {
          await corrected.close()
        }
      }),
      { numRuns: rounds(12, 25) },
    )
  },
)

test('records are found by their rule, also by one of the reference; an unknown rule is reported', async () => {
  const tables = await tablesOf(talk())
  for (const rule of (await listRules(tables)).filter(({ records }) => records > 0))
    expect((await listLedgerRecords(tables, { ...page, rule: rule.id })).total, rule.id).toBe(rule.records)
  await expect(listLedgerRecords(tables, { ...page, rule: 'user/nothing' })).rejects.toMatchObject({ code: 'not-found' })
})
