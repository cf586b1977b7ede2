/** All files that an agent knew at a commit, and the agents of a session at its end. */
import { beforeAll, expect, test } from 'vitest'
import type { CommitFilesView } from '../../../../app/contract/commit-files.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const folder = '/p/harbour'

const talk = () =>
  conversation({ sessionId: 'harbour', seed: 'harbour files', cwd: folder })
    .human('Turn the lights on')
    .reads(`${folder}/lights.ts`, 'const on = false\n')
    .edits(`${folder}/lights.ts`, 'const on = false', 'const on = true')
    .writes(`${folder}/old.ts`, 'gone soon\n')
    .agent('On.')
    .human('Look at the boats and clean up')
    .subagent({ prompt: 'Look at the boats' }, (agent) => agent.reads(`${folder}/boats.ts`, 'export {}\n').agent('Two boats.'))
    .runs('rm old.ts', '')
    .agent('Gone.')

let store = ''
beforeAll(async () => {
  store = tempDir()
  await importInto(store, [writeConversation(tempDir(), talk()).projects])
})

const short = (path: string): string => path.slice(folder.length + 1)

test('at each commit the files are those that its agent had met, with how they were known then', async () => {
  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', {})
    const known = await Promise.all(commits.map(({ commitId }) => engine.ask('commit.files', { commitId })))
    const words = ({ files }: CommitFilesView) =>
      files.map(
        ({ path, isThere, proof, by, versions, changedHere }) =>
          `${short(path)} ${isThere ? proof : 'gone'}, ${versions} by ${by}${changedHere ? ', here' : ''}`,
      )
    expect(known.map(words).reverse()).toMatchInlineSnapshot(`
      [
        [
          "lights.ts computed, 2 by edit, here",
          "old.ts observed, 1 by write, here",
        ],
        [
          "lights.ts computed, 2 by edit",
          "old.ts observed, 1 by write",
        ],
        [
          "boats.ts observed, 1 by read, here",
        ],
        [
          "lights.ts computed, 2 by edit",
          "old.ts gone, 2 by deletion, here",
        ],
      ]
    `)
    expect(known[0]?.files[0]?.record.sourceId).toMatch(/^src-/)
  })
})

test('the files of a session are those of all its agents, and each version counts once', async () => {
  await withEngine(store, async (engine) => {
    const sessionId = (await engine.ask('sessions.list', {})).rows[0]?.sessionId ?? ''
    const { files } = await engine.ask('session.files', { sessionId })
    expect(files.map((file) => [short(file.path), file.isThere ? file.proof : 'deleted', file.versions])).toEqual([
      ['old.ts', 'deleted', 2],
      ['boats.ts', 'observed', 1],
      ['lights.ts', 'computed', 2],
    ])
  })
})
