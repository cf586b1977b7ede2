/** The open last turn is amended as it grows; what it replaced can still be read. */
import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('a turn that grows is replaced by a longer commit with the same parent, and the replaced one still resolves', async () => {
  const told = conversation({ seed: 'amended' }).human('First').agent('Done.').human('Second').agent('Half of it.')
  const { projects, mainFiles } = writeConversation(tempDir(), told)
  const lines = told.lines().length
  const store = tempDir()
  await importInto(store, [projects])
  const before = await withEngine(store, async (engine) => (await engine.ask('chain.log', {})).commits)
  told.agent('And the other half.')
  appendFileSync(mainFiles[0] ?? '', `${told.lines().slice(lines).join('\n')}\n`)

  const second = await importInto(store, [projects])

  expect(second.newCommits).toBe(1)
  await withEngine(store, async (engine) => {
    const after = (await engine.ask('chain.log', {})).commits
    expect(after.map(({ commitId }) => commitId)).toEqual([expect.not.stringMatching(before[0]?.commitId ?? ''), before[1]?.commitId])
    expect(after[0]?.parentId).toBe(before[0]?.parentId)
    const replaced = await engine.ask('commit.read', { commitId: before[0]?.commitId ?? '' })
    expect(replaced.commit).toMatchObject({ chain: 'replaced', summary: 'Second', parentId: before[0]?.parentId, refs: [] })
    expect(replaced.items.map(({ speaker }) => speaker)).toEqual(['human', 'agent'])
  })
})
