/** What the client keeps beside transcripts is archived with the session, restored with it, and opened from where it is named. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'

const writeInto = (dir: string, files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    writeFileSync(path.join(dir, file), text)
  }
}

test('backups, workflow journals and other files of a session are restored byte for byte after their removal', async () => {
  const [home, store, restored] = [tempDir(), tempDir(), tempDir()]
  writeConversation(home, conversation({ sessionId }).human('fix it').agent('done'))
  const kept = {
    [`file-history/${sessionId}/375986573a87bf1f@v1`]: 'before\n',
    [`file-history/${sessionId}/375986573a87bf1f@v2`]: '',
    [`projects/-home-sam-src-lighthouse/${sessionId}/subagents/workflows/wf_1/journal.jsonl`]: '{"step":1}\n',
  }
  writeInto(home, kept)
  expect(await importInto(store, [path.join(home, 'projects')])).toMatchObject({ filesFound: 4, filesImported: 4, problems: 0 })
  rmSync(home, { recursive: true })
  await withEngine(store, (engine) => runJob(engine, 'restore.start', { what: { name: sessionId }, to: restored }))
  for (const [file, text] of Object.entries(kept)) expect([file, readFileSync(path.join(restored, file), 'utf8')]).toEqual([file, text])
})

test('a tool result too large for the transcript is read from the file next to it, with a path of any machine', async () => {
  const [home, store] = [tempDir(), tempDir()]
  const whole = `${'line é\n'.repeat(200_000)}end`
  const told = conversation({ sessionId }).human('list them')
  const kept = `/home/other/.claude/projects/${told.outputFile('b1', whole)}`
  told
    .calls('Bash', { command: 'seq' })
    .result('last', '<persisted-output>', { toolUseResult: { stdout: '', persistedOutputPath: kept } })
    .calls('Bash', { command: 'gone' })
    .result('last', '<persisted-output>', { toolUseResult: { stdout: '', persistedOutputPath: `/x/${sessionId}/tool-results/gone.txt` } })
    .agent('done')
  writeConversation(home, told)
  await importInto(store, [path.join(home, 'projects')])
  await withEngine(store, async (engine) => {
    const [commit] = (await engine.ask('chain.log', {})).commits
    const { items } = await engine.ask('commit.read', { commitId: commit?.commitId ?? '' })
    const results = items.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'tool_call' ? [block.result?.persisted] : [])))
    expect(results).toEqual([
      { path: kept, sourceId: expect.stringMatching(/^src-/) as string, bytes: Buffer.byteLength(whole) + 1 },
      { path: `/x/${sessionId}/tool-results/gone.txt`, sourceId: null, bytes: null },
    ])
    const sourceId = results[0]?.sourceId ?? ''
    const first = await engine.ask('source.text', { sourceId })
    const second = await engine.ask('source.text', { sourceId, from: first.to })
    expect(first.text + second.text === `${whole}\n`).toBe(true)
    expect([first.from, second.to]).toEqual([0, first.bytes])
  })
})
