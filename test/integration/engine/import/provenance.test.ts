/** Where a commit was made and for what: in the tables, in what is shown of it, and to filter by. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { turn } from '../../../support/made-commits.ts'
import { newStore } from '../../../support/scripted-agent.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const rows = (store: string, sql: string): readonly (readonly unknown[])[] =>
  (JSON.parse(strata(store, 'sql', sql, '--json').out) as readonly object[]).map((row) => Object.values(row) as unknown[])

test('the content of the record of a made commit is in the tables, in its view, and in a filter of the log', () => {
  const store = newStore()
  const file = path.join(tempDir(), 'turn.cbor')
  writeFileSync(file, turn('plant beans'))
  const record = ['--machine', '@machine/m:home', '--ticket', 'tkt-77', '--thread', '$thread:home', '--tokens', '123']
  expect(strata(store, 'checkpoint', file, '--format', 'events-v1', '--session', 's', ...record).code).toBe(0)
  expect(strata(store, 'checkpoint', file, '--format', 'events-v1', '--session', 'other').code).toBe(0)
  expect(rows(store, 'SELECT machine, ticket_id, thread_id, token_count FROM commits ORDER BY machine NULLS LAST')).toEqual([
    ['@machine/m:home', 'tkt-77', '$thread:home', 123],
    [null, null, null, null],
  ])
  const shown = strata(store, 'show', 'live/s').out
  for (const value of ['machine:     @machine/m:home', 'ticket:      tkt-77', 'thread:      $thread:home', 'tokens:      123'])
    expect(shown).toContain(value)
  expect(strata(store, 'log', '--ticket', 'tkt-77').out.trim().split('\n')).toHaveLength(1)
  expect(strata(store, 'log', '--thread', '$thread:home').out.trim().split('\n')).toHaveLength(1)
  expect(strata(store, 'log', '--ticket', 'tkt-78').err).toContain('No matches.')
  const lake = path.join(tempDir(), 'lake')
  expect(strata(store, 'lake', lake).code).toBe(0)
  expect(rows(store, "SELECT count(*) FROM commits WHERE ticket_id = 'tkt-77'")).toEqual([[1]])
})

test('commits of a transcript contain their place, and sub-agents their kind, by the note or by the call', () => {
  const store = newStore()
  const talk = conversation({ sessionId: 's1' })
    .human('look')
    .subagent({ id: 'noted', type: 'Explore', prompt: 'find it' }, (sub) => sub.agent('found'))
    .agent('done')
  const { projects, mainFiles } = writeConversation(tempDir(), talk)
  expect(strata(store, 'import', projects, '--quiet').code).toBe(0)
  const [main] = mainFiles
  expect(readFileSync(main ?? '', 'utf8')).toContain('"cwd"')
  const found = rows(
    store,
    "SELECT chain = 'main', agent_type, template, cwd IS NOT NULL, client_version IS NOT NULL FROM commits ORDER BY chain = 'main' DESC",
  )
  expect(found.at(0)).toEqual([true, null, 'claude-code/cli', true, true])
  expect(found.at(-1)).toEqual([false, 'Explore', 'claude-code/cli', true, true])
  expect(strata(store, 'log', '--agent-type', 'Explore').out).toContain('find it')
  expect(strata(store, 'log', '--agent-type', 'other').err).toContain('No matches.')
  expect(strata(store, 'show', String(rows(store, "SELECT commit_id FROM commits WHERE agent_type = 'Explore'")[0]?.[0])).out).toContain(
    '(Explore)',
  )
})
