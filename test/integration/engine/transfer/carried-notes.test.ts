/** What persons noted of sessions that another store has already: exports and corrections follow them there. */
import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { continueTranscript } from '../../../support/continue-transcript.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (sessionId: string) =>
  conversation({ sessionId, version: '2.1.330' }).human('one').runs('ls', 'a').agent('first').human('two').agent('second')

/** A store with a session, and the same store elsewhere, as it was pushed. */
const pushed = async () => {
  const dir = tempDir()
  const cwd = path.join(dir, 'work')
  mkdirSync(cwd)
  const original = talk('original')
  const copy = original.fork('copy')
  original.human('three').agent('third')
  copy.human('three, otherwise').agent('third, otherwise')
  const [here, there] = [path.join(dir, 'here'), path.join(dir, 'there')]
  await importInto(here, [writeConversation(dir, original, copy).projects])
  strata(here, 'remote', 'add', 'there', there)
  expect(strata(here, 'push', 'there', '--all')).toMatchObject({ code: 0 })
  await withEngine(there, () => Promise.resolve())
  return { here, there, configDir: path.join(dir, 'claude'), cwd: realpathSync(cwd) }
}

const placeOf = async (engine: Engine, text: string) => {
  const { rows } = await engine.ask('ledger.records', {})
  const row = rows.find((one) => one.text.includes(text))
  return { sourceId: row?.sourceId ?? '', line: row?.line ?? 0 }
}

test('a class that was corrected after the session was pushed is corrected there too, also in a session that copied the record', async () => {
  const { here, there } = await pushed()
  await withEngine(here, async (engine) => {
    await engine.ask('record.correct', { ...(await placeOf(engine, 'two')), class: 'interrupt', reason: 'it was none' })
  })
  expect(strata(here, 'push', 'there', '--all', '--json').out).toContain('"notes": 1')
  await withEngine(there, async (engine) => {
    expect(await engine.ask('corrections.list', {})).toMatchObject([{ class: 'interrupt', applies: true }])
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  expect(await tableDigests(there, ['artifacts'])).toEqual(await tableDigests(here, ['artifacts']))
  await withEngine(there, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(there, ['artifacts'])).toEqual(await tableDigests(here, ['artifacts']))
})

test('a session that began as an export continues its commit also in a store that only received the record of the export', async () => {
  const { here, there, configDir, cwd } = await pushed()
  const installed = await withEngine(here, (engine) =>
    engine.ask('export.make', { commitId: 'session/original', target: 'claude-code', install: true, configDir, cwd }),
  )
  expect(strata(here, 'push', 'there', '--all', '--json').out).toContain('"notes": 1')
  continueTranscript(installed.path ?? '')
  await withEngine(there, async (engine) => {
    await runJob(engine, 'import.start', { paths: [path.join(configDir, 'projects')] })
    const { commits } = await engine.ask('chain.log', {})
    expect(commits.filter(({ sessionId }) => sessionId === installed.sessionId)).toMatchObject([
      { parentId: installed.commitId, records: 2, branchOf: 'resume' },
    ])
  })
})
