/** Sessions that the real client wrote in known situations: what was derived is what really happened in them. */
import { expect, test } from 'vitest'
import type { TestContext } from 'vitest'
import type { MadeSession } from '../../support/made-rows.ts'
import { typedByHuman } from '../../../app/model/record-class.ts'
import { deriveFolder } from '../../support/derive-folder.ts'
import { asked, drawChain } from '../../support/draw-chain.ts'
import { restoredFiles } from '../../support/restored-files.ts'
import { realClientScenarios, sharedOrSkip } from '../../support/strata-inputs.ts'

const names = ['basic', 'compact-manual', 'errors', 'fork', 'killed', 'slash', 'sub-one', 'v1.0.128-mixed', 'v2.0.76-auto', 'v2.1.112-auto']

const typedClasses: ReadonlySet<string> = typedByHuman

/** What a scenario's expected.json says, as far as one session's rows can tell. */
interface Happened {
  readonly typedByHuman: readonly string[]
  readonly toolCallsMain: number
  readonly toolCallsInSubagents: number
  readonly subagents: number
  readonly compactions: number
  readonly sessionFiles: number
  readonly toolErrorsMainObserved: number
}

const load = async (name: string, context: TestContext) => {
  const scenario = realClientScenarios(sharedOrSkip(context)).find((candidate) => candidate.name === name)
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
  return { sessions: [...(await deriveFolder(scenario.projects)).values()], expected: scenario.expected as Happened }
}

/** The rows of all sessions, each record once though a fork copies it. */
const uniqueRows = (sessions: readonly MadeSession[]) => {
  const seen = new Set<string>()
  const records = sessions
    .flatMap((session) => session.rows.records)
    .sort((a, b) => (a.occurredAt ?? 0) - (b.occurredAt ?? 0))
    .filter(({ uuid }) => uuid === null || (!seen.has(uuid) && seen.add(uuid)))
  const placeOf = ({ sourceId, line }: { readonly sourceId: string; readonly line: number }): string => `${sourceId} ${String(line)}`
  const classes = new Map(records.map((record) => [placeOf(record), record.class]))
  const events = sessions.flatMap((session) => session.rows.events).filter((event) => classes.has(placeOf(event)))
  return { records, events }
}

const happened = (sessions: readonly MadeSession[]): Happened => {
  const { records, events } = uniqueRows(sessions)
  const rows = sessions.flatMap((session) => session.rows.sessions)
  const calls = (isMain: boolean): number =>
    new Set(events.filter((event) => event.kind === 'tool_call' && (event.chain === 'main') === isMain).map((event) => event.toolUseId))
      .size
  return {
    typedByHuman: events.filter((event) => event.kind === 'prompt' && typedClasses.has(event.class)).map((event) => event.body ?? ''),
    toolCallsMain: calls(true),
    toolCallsInSubagents: calls(false),
    subagents: rows.reduce((sum, row) => sum + row.subAgents, 0),
    compactions: records.filter((record) => record.subtype === 'compact_boundary').length,
    sessionFiles: rows.filter((row) => row.kind !== 'warm_up').length,
    toolErrorsMainObserved: events.filter((event) => event.kind === 'tool_result' && event.isError && event.chain === 'main').length,
  }
}

/** The client records its /cost as /usage; the order of prompts is that of time, which two sessions share. */
const comparable = ({ typedByHuman: typed, ...counts }: Happened): Happened => ({
  ...counts,
  typedByHuman: typed.map((text) => (text === '/cost' ? '/usage' : text)).sort(),
})

test.for(names)('prompts, tool calls, sub-agents, compactions and errors are those that happened: %s', async (name, context) => {
  const { sessions, expected } = await load(name, context)
  expect(comparable(expected)).toMatchObject(comparable(happened(sessions)))
})

test.for(names)('it has no problem, and every file restores: %s', async (name, context) => {
  const { sessions } = await load(name, context)
  expect(sessions.flatMap((session) => session.rows.problems)).toEqual([])
  for (const session of sessions) expect((await restoredFiles(session)).size).toBe(session.sources.length)
})

const draw = async (name: string, context: TestContext): Promise<string> => {
  const { sessions } = await load(name, context)
  const session = sessions.find(({ rows }) => rows.commits.some((commit) => commit.chain === 'main'))
  if (session === undefined) throw new Error(`${name} has no main chain`)
  return drawChain(session.rows, (commit) => asked(commit).slice(0, 50).trim())
}

test('one agent counts the files', async (context) => {
  expect(await draw('sub-one', context)).toBe(`
* The subagent reports 2 js files.  [session]
| * SUBTASK-A: count the js files in the project  [agent/a77ef940b2c28bbda]
|/
* Use one subagent to count the js files`)
})

test('two manual compactions', async (context) => {
  expect(await draw('compact-manual', context)).toBe(`
* Make a todo list  [session]
* /compact focus on the tests
* local command caveat: The command below was run di
# Compaction (manual, 13,180 → 2,716 tokens)
* thanks, how many files did you touch?
* /compact
* local command caveat: The command below was run di
# Compaction (manual, 13,528 → 2,859 tokens)
* Also write a NOTES.md describing the change
* Fix the off-by-one in sum.js and run the tests`)
})

test('a call that was killed, and a reply that was interrupted', async (context) => {
  expect(await draw('killed', context)).toBe(`
* Also write a NOTES.md describing the change  [session]
* Stream slowly
* thanks, how many files did you touch?
* Run a long command`)
})

test('two agents inline, before a compaction', async (context) => {
  const { sessions } = await load('v1.0.128-mixed', context)
  const original = sessions.find((session) => session.rows.sessions[0]?.subAgents === 2)
  expect(drawChain(original?.rows ?? { commits: [], refs: [] }, (commit) => asked(commit).slice(0, 48).trim())).toBe(`
* Run a background command  [session]
* Try a few things that go wrong
* thanks, how many files did you touch?
* /compact
* Caveat: The messages below were generated by the
# Compaction (manual, 16,691 tokens)
* Both agents are done: 2 js files, title "demo".
| * SUBTASK-B: read the README and report its title  [agent/side-610241a6]
|/
| * SUBTASK-A: count the js files in the project  [agent/side-be8cdc81]
|/
* Use two subagents in parallel
* Make a todo list
* Fix the off-by-one in sum.js and run the tests`)
})
