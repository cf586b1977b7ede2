/** What defines the agent of a commit: a file that a session saw, the list of the client, the system prompt, or nothing that is recorded. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AgentDefinitionView } from '../../../../app/contract/context.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const cwd = '/home/me/harbour'
const definition = (rule: string): string => `---\nname: reviewer\ndescription: Reviews\n---\n${rule}\n`

const imported = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

/** Of the agents of a session, in the order in which they were started. */
const definitions = async (engine: Engine, of: string): Promise<readonly AgentDefinitionView[]> => {
  const { commits } = await engine.ask('chain.log', { of })
  const first = [...commits].reverse().filter(({ branchOf }) => branchOf === 'spawn')
  return Promise.all(first.map(({ commitId }) => engine.ask('agent.definition', { commitId })))
}

const reviews = (talk: Conversation, type: string): Conversation =>
  talk.subagent({ type, prompt: `Review as ${type}` }, (agent) => agent.agent('Reviewed.')).agent('Done.')

test('a sub-agent has the file of its type as it was known when it was started, and the version is that of the bytes', async () => {
  const file = `${cwd}/.claude/agents/reviewer.md`
  const talk = conversation({ sessionId: 'harbour', seed: 'harbour', cwd }).human('Define').writes(file, definition('Be kind.'))
  reviews(talk, 'reviewer').human('Change').edits(file, 'Be kind.', 'Be strict.')
  const store = await imported(reviews(talk, 'reviewer'))
  const seen = await withEngine(store, (engine) => definitions(engine, 'harbour'))
  expect(seen).toHaveLength(2)
  expect(seen.map(({ version }) => version)).toEqual([sha(definition('Be kind.')), sha(definition('Be strict.'))])
  for (const each of seen) expect(each).toMatchObject({ name: 'reviewer', from: 'file', path: file, unknownBecause: null })
  const agent = JSON.parse(strata(store, 'log', 'harbour', '--definitions', '--json').out) as {
    readonly definitions: readonly AgentDefinitionView[]
  }
  expect(agent.definitions.filter(({ from }) => from === 'file')).toHaveLength(2)
  expect(strata(store, 'log', 'harbour', '--definitions').out).toContain(
    `    reviewer: ${file}, version ${sha(definition('Be strict.')).slice(0, 12)}, `,
  )
  const [last] = agent.definitions.filter(({ from }) => from === 'file')
  expect(strata(store, 'show', last?.commitId ?? '').out).toMatch(
    /^definition: +\/home\/me\/harbour\/\.claude\/agents\/reviewer\.md, version/m,
  )
  expect(strata(store, 'show', 'harbour').out).toMatch(
    /^definition: +not recorded \(no record contains the system prompt of the main agent\)/m,
  )
})

test('the name in the head of the file counts, the nearest folder comes first, and files of other projects do not count', async () => {
  const talk = conversation({ sessionId: 'harbour', seed: 'harbour', cwd })
    .human('Look')
    .writes('/home/me/.claude/agents/reviewer.md', definition('Of the user.'))
    .writes('/home/me/other/.claude/agents/reviewer.md', definition('Of another project.'))
    .writes(`${cwd}/.claude/agents/strict/check.md`, definition('Of the project.'))
    .writes('/home/me/.claude/agents/pilot.md', 'Steer.\n')
  reviews(reviews(talk, 'reviewer'), 'pilot')
  const store = await imported(talk)
  const [reviewer, pilot] = await withEngine(store, (engine) => definitions(engine, 'harbour'))
  expect(reviewer).toMatchObject({ path: `${cwd}/.claude/agents/strict/check.md`, version: sha(definition('Of the project.')) })
  expect(pilot).toMatchObject({ path: '/home/me/.claude/agents/pilot.md', version: sha('Steer.\n') })
})

test('without its file, the line with which the client listed the type is its definition, and without that it is not recorded', async () => {
  const listing = (line: string) => ({
    type: 'agent_listing_delta',
    addedTypes: ['Explore'],
    addedLines: [line],
    builtInTypes: ['Explore'],
    removedTypes: [],
    isInitial: true,
  })
  const talk = conversation({ sessionId: 'quay', seed: 'quay', version: '2.1.330', cwd })
    .attachment(listing('- Explore: Searches. (Tools: Read)'))
    .human('Look')
  reviews(talk, 'Explore').human('Again').attachment(listing('- Explore: Searches and reads. (Tools: *)'))
  reviews(reviews(talk, 'Explore'), 'unheard')
  const store = await imported(talk)
  const seen = await withEngine(store, (engine) => definitions(engine, 'quay'))
  expect(seen.map(({ line }) => line)).toEqual(['Explore: Searches. (Tools: Read)', 'Explore: Searches and reads. (Tools: *)', null])
  expect(seen[0]).toMatchObject({ from: 'listing', isBuiltIn: true, version: sha('Explore: Searches. (Tools: Read)') })
  expect(seen[2]).toMatchObject({
    name: 'unheard',
    from: null,
    version: null,
    unknownBecause: 'no session saw its file, and no client listed it',
  })
})
