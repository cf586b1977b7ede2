/** strata fork --resume: a fork as a new session of the client, and the command that continues it. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenTranscriptRules } from '../../support/broken-api-rules.ts'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

test('one command forks a session, writes it for the client within a budget, and ends in the command of the client', async () => {
  const dir = tempDir()
  const [store, cwd] = [path.join(dir, 'store'), path.join(dir, 'harbour')]
  mkdirSync(cwd)
  const talk = conversation({ sessionId: 'harbour', seed: 'harbour', cwd }).human('Look')
  for (let at = 0; at < 12; at += 1) talk.runs(`cat ${at}`, 'long '.repeat(2_000)).agent(`Seen ${at}.`).human(`And ${at}?`)
  await importInto(store, [writeConversation(dir, talk.agent('Done.')).projects])
  const done = strata(store, 'fork', 'harbour', '--resume', '--budget', '20k', '--name', 'again')
  expect(done).toMatchObject({ code: 0, err: '' })
  const [, place, sessionId] = /^resume with: {2}cd (\S+) && claude --resume ([0-9a-f-]{36})$/m.exec(done.out) ?? []
  expect(place).toBe(cwd)
  expect(done.out).toMatch(/^named fork\/again$/m)
  expect(done.out).toMatch(/^To fit the budget of 20,000 tokens/m)
  const folder = path.join(dir, '.claude/projects')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const file = files.find((name) => name.endsWith(`${sessionId ?? ''}.jsonl`)) ?? ''
  expect(brokenTranscriptRules(readFileSync(path.join(folder, file), 'utf8'))).toEqual([])
  expect(strata(store, 'fork').out).toContain('fork/again')
  expect(strata(store, 'fork', 'harbour', '--budget', '20k').err).toContain('--budget and --cwd require --resume')
  expect(strata(store, 'fork', '--resume').code).not.toBe(0)
})
