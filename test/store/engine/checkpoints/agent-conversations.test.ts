/** What a sub-agent saw: its conversation begins where its caller started it, unless a stop asks for more. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { exportedTalk, imported } from '../../../support/exported-talk.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const callerAndAgent = () =>
  conversation({ version: '2.1.42' })
    .human('Review the parser')
    .agent('I ask an agent.')
    .subagent({ prompt: 'Look at parse.ts', agentId: 'a1' }, (agent) => agent.runs('cat parse.ts', 'code').agent('It is fine.'))
    .agent('Reviewed.')

const tipOf = async (engine: Engine, kind: string): Promise<string> => {
  const refs = await engine.ask('refs.list', {})
  return refs.find(({ name }) => name.startsWith(`${kind}/`))?.commitId ?? ''
}

const inStore = <T>(work: (engine: Engine, agent: string) => Promise<T>): Promise<T> =>
  imported(writeConversation(tempDir(), callerAndAgent()).projects, async (engine) => work(engine, await tipOf(engine, 'agent')))

const ownWords = ['user: Look at parse.ts', 'assistant: call Bash', 'user: result code', 'assistant: It is fine.']

test("an agent's commit is exported and rebuilt from the commit that began the agent", async () => {
  await inStore(async (engine, agent) => {
    expect(await exportedTalk(engine, agent, 'compaction')).toEqual(ownWords)
    const { commits } = await engine.ask('commit.materialise', { commitId: agent })
    const history = await engine.ask('commit.history', { commitId: agent })
    const own = history.commits.filter(({ chain }) => chain === 'a1').map(({ commitId }) => commitId)
    expect(commits).toEqual(own.reverse())
  })
})

test('the conversation of the caller precedes it only when the root is requested', async () => {
  await inStore(async (engine, agent) => {
    const whole = await exportedTalk(engine, agent, 'root')
    expect(whole.slice(0, 2)).toEqual(['user: Review the parser', expect.stringContaining('I ask an agent.')])
    expect(whole.slice(-3)).toEqual(ownWords.slice(1))
    const [root] = (await engine.ask('commit.history', { commitId: agent })).commits.slice(-1)
    expect(await exportedTalk(engine, agent, root?.commitId)).toEqual(whole)
  })
})

test('the plan of an export counts the commits of the caller as excluded', async () => {
  await inStore(async (engine, agent) => {
    const plan = await engine.ask('export.plan', { commitId: agent, target: 'messages' })
    const { commits } = await engine.ask('commit.materialise', { commitId: agent })
    const { total } = await engine.ask('commit.history', { commitId: agent })
    expect(plan.goesIn.commits).toBe(commits.length)
    expect(plan.leftOut.commits).toBe(total - commits.length)
  })
})
