/** The states of a session's main lane add up to its length, whatever its clock did. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tempDir } from '../../../support/temp-dir.ts'
import { call, lines, reply, result, session, text, user, type Fields } from '../../../support/timed-lines.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

interface Row {
  readonly kind: 'prompt' | 'text' | 'thinking' | 'call' | 'result' | 'refusal' | 'progress'
  /** Seconds after the row before it; negative: the clock went back. */
  readonly step: number
}

const step = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 90 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -4000, max: 0 }) },
)
const kind = fc.constantFrom<Row['kind'][]>('prompt', 'text', 'thinking', 'call', 'result', 'refusal', 'progress')
/** A session without any event has no lane. */
const rowsOfSession = fc
  .array(fc.record({ kind, step }), { maxLength: 30 })
  .map((rows): readonly Row[] => [{ kind: 'prompt', step: 0 }, ...rows])

const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected."

const fieldsOf = ({ kind: name }: Row, at: number, lastCall: number): Fields => {
  const answer = { type: 'tool_result', tool_use_id: `toolu_${lastCall}`, content: refusal, is_error: true }
  const forms: Readonly<Record<Row['kind'], () => Fields>> = {
    prompt: () => user(`Prompt ${at}`),
    text: () => reply(String(at), 100, text('Done.')),
    thinking: () => reply(String(at), 100, { type: 'thinking', thinking: 'hm' }),
    call: () => reply(String(at), 100, call(`toolu_${at}`)),
    result: () => result(`toolu_${lastCall}`),
    refusal: () => user([answer]),
    progress: () => ({ type: 'progress', data: { type: 'bash_progress', output: '' }, toolUseID: `toolu_${lastCall}` }),
  }
  return forms[name]()
}

const transcript = (rows: readonly Row[]): string => {
  let [seconds, lastCall] = [0, 0]
  return lines(
    ...rows.map((row, at) => {
      seconds += row.step
      if (row.kind === 'call') lastCall = at
      return [seconds, fieldsOf(row, at, lastCall)] as const
    }),
  )
}

/** Length, states of the main lane, the same as drawn, and whether drawn spans overlap within a run of the clock. */
const timesOf = async (transcripts: readonly string[]) => {
  const [projects, storeDir] = [tempDir(), tempDir()]
  mkdirSync(path.join(projects, '-home-sam-shed'))
  for (const [at, content] of transcripts.entries()) {
    const id = session.replace(/.{4}$/, String(at).padStart(4, '0'))
    const own = content.replaceAll(session, id).replaceAll('"row-', `"row-${at}-`).replaceAll('msg_', `msg_${at}_`)
    writeFileSync(path.join(projects, '-home-sam-shed', `${id}.jsonl`), `${own}\n`)
  }
  await importInto(storeDir, [projects])
  return withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true, limit: 1000 })
    const states = (await engine.ask('analytics.ask', { name: 'states', by: 'session', zone: 'UTC' })).rows
    return Promise.all(
      rows.map(async ({ sessionId, durationMs }) => {
        const { totals } = await engine.ask('session.timeline', { sessionId })
        const own = states.filter((row) => row['group_name'] === sessionId && row['lane'] === 'main')
        return {
          sessionId,
          length: durationMs,
          states: own.reduce((sum, row) => sum + Number(row['ms']), 0),
          drawn: Object.values(totals).reduce((sum, ms) => sum + ms, 0),
        }
      }),
    )
  })
}

test('idle, waiting and active time of a session add up to its length', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rowsOfSession, { minLength: 10, maxLength: 10 }), async (sessions) => {
      for (const { sessionId, length, states, drawn } of await timesOf(sessions.map(transcript)))
        expect([sessionId, states, drawn]).toEqual([sessionId, length ?? 0, length ?? 0])
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

test('a row of tool progress with a wrong clock begins no run and makes no idle time', async () => {
  const year = 365 * 86_400
  const rows: readonly Row[] = [
    { kind: 'prompt', step: 0 },
    { kind: 'call', step: 5 },
    { kind: 'progress', step: -year },
    { kind: 'result', step: year + 5 },
    { kind: 'progress', step: year },
    { kind: 'text', step: 5 - year },
  ]
  expect(await timesOf([transcript(rows)])).toMatchObject([{ length: 15_000, states: 15_000, drawn: 15_000 }])
})
