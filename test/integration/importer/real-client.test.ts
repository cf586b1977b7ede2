/** What the real client's sessions hold, as counted by the whole program, equals what is known to have happened in them. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { realClientScenarios, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, withEngine } from '../../support/with-engine.ts'
import { DuckDBInstance } from '@duckdb/node-api'

const happened = z.object({
  typedByHuman: z.array(z.string()),
  toolCallsMain: z.number(),
  toolCallsInSubagents: z.number(),
  subagents: z.number(),
  compactions: z.number(),
})

/** The client records this command under another name. */
const recordedAs = (typed: string): string => (typed === '/cost' ? '/usage' : typed)

const ask = async (storeDir: string, sql: string): Promise<readonly string[]> => {
  const instance = await DuckDBInstance.create(`${storeDir}/index.duckdb`, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const rows = (await connection.runAndReadAll(sql)).getRows().map((row) => String(row[0]))
  connection.closeSync()
  instance.closeSync()
  return rows
}

test('typed prompts, tool calls, sub-agents and compactions of every scenario are the known ones', async (context) => {
  for (const { name, projects, expected } of realClientScenarios(sharedOrSkip(context))) {
    const facts = happened.parse(expected)
    const store = tempDir()
    await importInto(store, [projects])
    const totals = await withEngine(store, async (engine) => {
      const { rows } = await engine.ask('sessions.list', { everything: true })
      return {
        subagents: rows.reduce((sum, row) => sum + row.subAgents, 0),
        compactions: rows.reduce((sum, row) => sum + row.compactions, 0),
      }
    })
    const typed = await ask(
      store,
      `SELECT body FROM events WHERE kind = 'prompt' AND NOT is_copy AND class IN ('human_prompt', 'command', 'bash_input', 'queued_prompt')`,
    )
    const calls = await ask(store, `SELECT chain = 'main' FROM events WHERE kind = 'tool_call' AND NOT is_copy`)

    expect(
      {
        ...totals,
        typed: [...typed].sort(),
        main: calls.filter((main) => main === 'true').length,
        sub: calls.filter((main) => main === 'false').length,
      },
      name,
    ).toEqual({
      subagents: facts.subagents,
      compactions: facts.compactions,
      typed: facts.typedByHuman.map(recordedAs).sort(),
      main: facts.toolCallsMain,
      sub: facts.toolCallsInSubagents,
    })
  }
})
