/** A transcript that stands in two places, one of them an older backup, is one conversation. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { deriveFolder } from '../../support/derive-folder.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

test('an older backup adds nothing to the chains of the transcript it was taken from', async () => {
  const root = tempDir()
  const told = conversation({ seed: 'backup' })
    .human('First')
    .bookkeeping({ type: 'mode', mode: 'normal' })
    .agent('Done.')
    .human('Second')
    .agent('Done too.')
  const { mainFiles } = writeConversation(root, told)
  const file = String(mainFiles[0])
  const alone = (await deriveFolder(root)).get(told.sessionId)
  const backup = path.join(root, 'projects', 'a-backup')
  mkdirSync(backup, { recursive: true })
  writeFileSync(path.join(backup, path.basename(file)), readFileSync(file).subarray(0, 900))

  const both = (await deriveFolder(root)).get(told.sessionId)

  expect(both?.sources).toHaveLength(2)
  expect(both?.commits).toEqual(alone?.commits)
  expect(both?.refs).toEqual(alone?.refs)
  expect(both?.rows.sessions[0]?.humanPrompts).toBe(2)
})

/** The lines of a conversation in two files of one session, each in a project folder of its own. */
const inTwoFiles = (name: string, first: readonly string[], second: readonly string[]): string => {
  const root = tempDir()
  for (const [folder, file, lines] of [
    ['-home-ada-boards', 'anything.jsonl', first],
    ['-home-ada-tree', `${name}.jsonl`, second],
  ] as const) {
    mkdirSync(path.join(root, 'projects', folder), { recursive: true })
    writeFileSync(path.join(root, 'projects', folder, file), lines.map((line) => `${line}\n`).join(''))
  }
  return root
}

const goingOn = (turns: number): { readonly sessionId: string; readonly lines: readonly string[] } => {
  const talk = conversation({ seed: 'goes on' }).human('One').agent('1').compacts().human('Two').agent('2')
  for (let turn = 0; turn < turns; turn += 1) talk.human(`Later ${turn}`).agent(`${turn}`)
  return { sessionId: talk.sessionId, lines: talk.lines() }
}

const commitsOf = async (root: string, sessionId: string): Promise<readonly (readonly [string, string])[]> => {
  const derived = (await deriveFolder(root)).get(sessionId)
  return derived?.rows.commits.map(({ commitId, summary }) => [commitId, summary] as const) ?? []
}

test('a conversation that continues in another file is cut in the order in which it was written, whichever file is larger', async () => {
  const { sessionId, lines: given } = goingOn(0)
  const boundary = given.findIndex((line) => line.includes('"compact_boundary"'))
  const all = await Promise.all(
    [1, 2, 8].map(async (turns) => {
      const { lines } = goingOn(turns)
      const later = lines.slice(given.length)
      const whole = await commitsOf(inTwoFiles(sessionId, lines, []), sessionId)
      return [
        whole,
        await commitsOf(inTwoFiles(sessionId, given, later), sessionId),
        await commitsOf(inTwoFiles(sessionId, given, [...given.slice(boundary), ...later]), sessionId),
      ]
    }),
  )
  for (const [whole, ...inTwo] of all) {
    expect(whole?.[0]?.[1]).toBe('One')
    for (const cut of inTwo) expect(cut).toEqual(whole)
  }
})

test('final commits stay when the other file becomes larger', async () => {
  const { sessionId, lines: given } = goingOn(0)
  // Notes that the copy lacks: neither file begins with the other.
  const noted = [JSON.stringify({ type: 'file-history-snapshot', messageId: 'm', snapshot: { pad: 'x'.repeat(9_000) } }), ...given]
  const grown = await Promise.all([1, 40].map((turns) => commitsOf(inTwoFiles(sessionId, noted, goingOn(turns).lines), sessionId)))
  expect(grown[0]).toHaveLength(4)
  expect(grown[1]?.slice(0, 3)).toEqual(grown[0]?.slice(0, 3))
})
