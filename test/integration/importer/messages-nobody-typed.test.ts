/** Shapes from public reports with messages of other sessions, teammates, notices and commands: who typed what, and that nothing is lost. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../app/engine/engine.ts'
import { inReportShape, promptsOf, rowsOf } from '../../support/in-report-shape.ts'
import { searchIn } from '../../support/with-engine.ts'

const ledger = async (engine: Engine) => (await engine.ask('ledger.show', { by: 'total' }))[0]

test('messages of other sessions are not human prompts, begin no turn and stay in conversation and search', async (context) => {
  await inReportShape(context, '25-peer-messages', async (engine) => {
    expect(await promptsOf(engine, 'human_prompt', 'queued_prompt', 'command', 'bash_input')).toEqual(['Prepare the release', 'Tag it'])
    expect((await promptsOf(engine, 'peer_message')).length).toBe(4)
    for (const words of ['Tests are green', 'Wait, one failed', 'Report your time', 'Done here'])
      expect((await searchIn(engine, `"${words}"`)).total, words).toBeGreaterThan(0)
    expect((await engine.ask('sessions.list', { everything: true })).rows[0]).toMatchObject({ humanPrompts: 2, commands: 0 })
    expect(await ledger(engine)).toMatchObject({ reconciles: true })
  })
})

test('runtime messages in the queue are not prompts', async (context) => {
  await inReportShape(context, '27-queued-notices', async (engine) => {
    expect(await promptsOf(engine, 'human_prompt', 'queued_prompt', 'command')).toEqual(['Run the three agents', 'and write it down'])
    expect((await engine.ask('sessions.list', { everything: true })).rows[0]).toMatchObject({ humanPrompts: 2 })
  })
})

test('commands keep the text typed after them, also after a reminder, as title, prompt and in search', async (context) => {
  await inReportShape(context, '28-reminder-and-command', async (engine) => {
    const typed = ['/review the parser', '/skill-maker build a skill for <b>issues</b>']
    expect(await promptsOf(engine, 'human_prompt', 'queued_prompt', 'command')).toEqual(typed)
    expect((await engine.ask('sessions.list', { everything: true })).rows[0]).toMatchObject({
      title: typed[0],
      commands: 2,
      humanPrompts: 0,
    })
    expect((await searchIn(engine, '"skill for"')).total).toBeGreaterThan(0)
  })
})

test('messages of teammates are recognised, several in one record and after the line of the client', async (context) => {
  await inReportShape(context, '30-teammates', async (engine) => {
    expect(await promptsOf(engine, 'human_prompt', 'queued_prompt', 'command')).toEqual(['Make a team for tests'])
    expect((await promptsOf(engine, 'teammate_message')).length).toBe(3)
    expect(await ledger(engine)).toMatchObject({ reconciles: true })
  })
})

test('records of new kinds break no session: they are kept and listed', async (context) => {
  await inReportShape(context, '41-new-kinds', async (engine) => {
    expect(await promptsOf(engine, 'human_prompt')).toEqual(['Build it', 'Test it'])
    expect((await engine.ask('sessions.list', { everything: true })).rows).toMatchObject([{ humanPrompts: 2, responses: 2 }])
    const sql = `SELECT subtype, class FROM records WHERE record_type = 'system' UNION ALL SELECT record_type, class FROM records WHERE class = 'unknown' ORDER BY 1`
    expect(await rowsOf(engine, sql)).toEqual([
      ['away_summary', 'system'],
      ['hologram', 'unknown'],
    ])
    expect((await engine.ask('refs.list', {})).filter(({ name }) => !name.startsWith('session/'))).toEqual([])
  })
})
