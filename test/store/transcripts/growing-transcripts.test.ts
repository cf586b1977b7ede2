/** A transcript is imported while it grows: what was finished stays, the open last turn is replaced by a longer one. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MadeSession } from '../../support/made-rows.ts'
import { typedByHuman } from '../../../app/model/record-class.ts'
import { anyConversation, anyFraction } from '../../support/any-conversation.ts'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveFolder } from '../../support/derive-folder.ts'
import { realSessions, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'

const folder = tempDir()

/** Derives a conversation whose main transcript has only come so far, bytes. */
const deriveSoFar = async (talk: Conversation, bytes: number): Promise<MadeSession> => {
  const dir = path.join(folder, 'grown')
  rmSync(dir, { recursive: true, force: true })
  for (const [name, content] of talk.files()) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    writeFileSync(path.join(dir, name), name === talk.path ? content.subarray(0, bytes) : content)
  }
  const session = (await deriveFolder(path.join(dir, path.dirname(talk.path)))).get(talk.sessionId)
  if (session === undefined) throw new Error('the session is found')
  return session
}

const typedClasses: ReadonlySet<string> = typedByHuman

const mainCommits = ({ rows }: MadeSession) =>
  rows.commits.filter((commit) => commit.chain === 'main').sort((a, b) => a.position - b.position)

/** Ids of the commits before the one in which the last thing was typed: no later line belongs to them. */
const finished = (session: MadeSession): readonly string[] => {
  const typed = session.rows.records.filter((record) => record.chain === 'main' && !record.isCopy && typedClasses.has(record.class))
  const ids = mainCommits(session).map((commit) => commit.commitId)
  const open = ids.indexOf(typed.at(-1)?.commitId ?? '')
  return ids.slice(0, Math.max(0, open))
}

test('the finished turns of a growing transcript are always those of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(anyConversation(14), fc.array(anyFraction, { minLength: 1, maxLength: 4 }), async (talk, places) => {
      const size = talk.files().get(talk.path)?.length ?? 0
      const whole = mainCommits(await deriveSoFar(talk, size)).map((commit) => commit.commitId)
      for (const place of places) {
        const ids = finished(await deriveSoFar(talk, Math.floor(place * size)))
        expect(whole.slice(0, ids.length)).toEqual(ids)
      }
    }),
    { numRuns: 80 },
  )
})

test('the open turn is replaced by a longer one with the same parent, and the ref moves on', async () => {
  const talk = conversation({ sessionId: 's', seed: 'open' }).human('one').agent('1').human('two').thinks('hm')
  const size = talk.files().get(talk.path)?.length ?? 0
  talk.agent('2').human('three').agent('3')
  const [before, after] = [await deriveSoFar(talk, size), await deriveSoFar(talk, Infinity)]
  const [one, two] = mainCommits(before)
  const [sameOne, longerTwo, three] = mainCommits(after)
  expect(sameOne).toEqual(one)
  expect([two?.checkpoint, longerTwo?.checkpoint]).toEqual(['session_end', 'turn_boundary'])
  expect([longerTwo?.parentId, longerTwo?.records]).toEqual([two?.parentId, 3])
  expect([before.refs[0]?.commitId, after.refs[0]?.commitId]).toEqual([two?.commitId, three?.commitId])
})

test('a truncated line belongs to the open turn until it is complete', async () => {
  const talk = conversation({ sessionId: 's' }).human('one').agent('1').human('two').agent('2')
  const size = talk.files().get(talk.path)?.length ?? 0
  const cut = await deriveSoFar(talk, size - 5)
  expect(mainCommits(cut).map((commit) => [commit.summary, commit.records])).toEqual([
    ['one', 2],
    ['two', 1],
  ])
  expect(cut.rows.problems.map((problem) => problem.code)).toEqual(['truncated-line'])
  expect((await deriveSoFar(talk, size)).rows.problems).toEqual([])
})

test('real sessions at every stage of growth have the finished turns of the whole', async (context) => {
  for (const [, moments] of realSessions(sharedOrSkip(context)).growth) {
    const last = readFileSync(moments.at(-1) ?? '')
    const name = path.join(tempDir(), '11111111-1111-4111-8111-111111111111.jsonl')
    const deriveBytes = async (bytes: Buffer): Promise<MadeSession> => {
      writeFileSync(name, bytes)
      const [session] = (await deriveFolder(path.dirname(name))).values()
      if (session === undefined) throw new Error('the session is found')
      return session
    }
    const whole = mainCommits(await deriveBytes(last)).map((commit) => commit.commitId)
    for (const moment of moments.map((file) => readFileSync(file)).filter((bytes) => last.subarray(0, bytes.length).equals(bytes))) {
      const ids = finished(await deriveBytes(moment))
      expect(ids.length).toBeGreaterThan(0)
      expect(whole.slice(0, ids.length)).toEqual(ids)
    }
  }
})
