import { expect, test } from 'vitest'
import type { SessionContents } from '../../../../app/contract/reader.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const contentsOf = async (talk: Conversation): Promise<SessionContents> => {
  let contents: SessionContents | undefined
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), talk).projects] })
    const { sessionId } = talk
    const { main } = await engine.ask('session.outline', { sessionId })
    contents = await engine.ask('session.contents', { sessionId, tip: main.tip })
    expect(contents.prompts.map(({ row }) => row)).toEqual(main.prompts.map(({ row }) => row))
  })
  if (contents === undefined) throw new Error('the engine has answered')
  return contents
}

test('prompts have the same digest exactly when they have the same words, however long they are', async () => {
  const long = 'word '.repeat(200)
  const talk = conversation()
  for (const prompt of ['Go  on\nplease', 'Go on please', `${long}a`, `${long}b`, `${long}a`]) talk.human(prompt).agent('Done.')
  const { prompts } = await contentsOf(talk)
  const [first, second, third, fourth, fifth] = prompts.map(({ digest }) => digest)
  expect(second).toBe(first)
  expect(fifth).toBe(third)
  expect(new Set([first, third, fourth]).size).toBe(3)
})

test('a row names the files that its calls changed, also those of its sub-agents, but not those of failed calls', async () => {
  const talk = conversation()
    .human('Change it')
    .reads('src/a.ts', 'x\n')
    .edits('src/a.ts', 'x', 'y')
    .reads('src/failed.ts', 'x\n')
    .edits('src/failed.ts', 'x', 'y', { error: true })
    .subagent({ prompt: 'outer' }, (agent) =>
      agent
        .writes('src/b.ts', 'b\n')
        .subagent({ prompt: 'inner' }, (inner) => inner.writes('src/c.ts', 'c\n').agent('done'))
        .agent('done'),
    )
    .agent('Done.')
  const { changes } = await contentsOf(talk)
  const names = changes.map(({ files }) => files.map((file) => file.split('/').at(-1)))
  expect(names).toEqual([['a.ts'], ['b.ts', 'c.ts']])
})
