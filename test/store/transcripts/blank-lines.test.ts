/** Blank lines are archived with the bytes around them and change nothing else, however many there are. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyConversation } from '../../support/any-conversation.ts'
import { anyBlankLines, withBlankLines } from '../../support/blank-lines.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { deriveFolder } from '../../support/derive-folder.ts'
import type { MadeSession } from '../../support/made-rows.ts'
import { plainLines } from '../../support/mutation/count-lines.ts'
import { restoredFiles } from '../../support/restored-files.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** Derives a conversation whose main transcript has other bytes. */
const deriveWith = async (talk: Conversation, transcript: Buffer): Promise<MadeSession> => {
  const folder = tempDir()
  for (const [name, bytes] of talk.files()) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), name === talk.path ? transcript : bytes)
  }
  const session = (await deriveFolder(path.join(folder, path.dirname(talk.path)))).get(talk.sessionId)
  if (session === undefined) throw new Error('the session is found')
  return session
}

const transcriptOf = (talk: Conversation): Buffer => talk.files().get(talk.path) ?? Buffer.alloc(0)

const mainOf = ({ sources }: MadeSession): MadeSession['sources'][number] => {
  const main = sources.find(({ role }) => role === 'session')
  if (main === undefined) throw new Error('the transcript is among the sources')
  return main
}

/** Number, first byte and length of each line of the main transcript that is not blank. */
const placesIn = (session: MadeSession): readonly (readonly (number | null)[])[] => {
  const { sourceId } = mainOf(session)
  const isOwn = (row: { readonly sourceId: string }): boolean => row.sourceId === sourceId
  const places = [...session.rows.records.filter(isOwn), ...session.rows.problems.filter(isOwn)].map((row) => [
    row.line,
    row.byteOffset,
    row.byteLength,
  ])
  return places.sort(([a], [b]) => Number(a) - Number(b))
}

/** Everything that rows say but where lines stand, how long files are, and the names of commits. */
const withoutPlaces = ({ rows }: MadeSession): unknown => {
  const position = new Map(rows.commits.map(({ commitId, chain, position: at }) => [commitId, `${chain} ${at}`]))
  const commitOf = (id: string | null): string | undefined => position.get(id ?? '')
  const nowhere = { sourceId: '', line: 0, byteOffset: 0, replyKey: '' }
  return {
    records: rows.records.map((row) => ({ ...row, ...nowhere, fileLine: 0, commitId: commitOf(row.commitId) })),
    events: rows.events.map((row) => ({ ...row, ...nowhere, commitId: commitOf(row.commitId) })),
    usage: rows.token_usage.map((row) => ({ ...row, ...nowhere })),
    commits: rows.commits.map((row) => [commitOf(row.commitId), commitOf(row.parentId), row.commitType, row.checkpoint, row.summary]),
    problems: rows.problems.map(({ code }) => code),
    sessions: rows.sessions.map((row) => ({ ...row, bytes: 0, tipCommitId: commitOf(row.tipCommitId), folder: '', project: '' })),
  }
}

const newlines = (bytes: Buffer): number => bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0)

test('with any blank lines in a transcript its records are the same, each with its line number, and every byte restores', async () => {
  await fc.assert(
    fc.asyncProperty(anyConversation(14), anyBlankLines(6), async (talk, runs) => {
      const transcript = withBlankLines(transcriptOf(talk), runs)
      const session = await deriveWith(talk, transcript)
      expect(withoutPlaces(session)).toEqual(withoutPlaces(await deriveWith(talk, transcriptOf(talk))))
      expect(placesIn(session)).toEqual(plainLines(transcript).map(({ line, offset, length }) => [line, offset, length]))
      expect(mainOf(session).lines).toBe(newlines(transcript))
      expect((await restoredFiles(session)).get(mainOf(session).file)?.equals(transcript)).toBe(true)
    }),
    { numRuns: 80 },
  )
})

const talk = conversation({ seed: 'blank', sessionId: '11111111-1111-4111-8111-111111111111' }).human('one').agent('1').human('two')

test.each([
  ['newlines that are read in several pieces', '\n', 3_000_000],
  ['line ends of another system', '\r\n', 1_000_000],
  ['lines of spaces that are not ASCII', '\u00a0\n', 100_000],
  ['more lines than a commit holds', '\n', 40_000_000],
])('very many blank lines take no longer than their bytes: %s', async (_which, line, count) => {
  const [first = '', ...rest] = talk.lines()
  const transcript = Buffer.from([first, line.repeat(count) + (rest[0] ?? ''), ...rest.slice(1), ''].join('\n'))
  const session = await deriveWith(talk, transcript)
  expect(session.rows.records.map((record) => record.line)).toEqual([1, count + 2, count + 3])
  expect(session.rows.commits.map(({ records }) => records)).toEqual([2, 1])
  expect(mainOf(session).lines).toBe(count + 3)
  expect((await restoredFiles(session)).get(mainOf(session).file)?.equals(transcript)).toBe(true)
})

test.each(['\n', '\n\r\n  \n', '  ', '\n  '])(
  'a transcript of nothing but blank lines has no record, no commit and no problem (%j)',
  async (text) => {
    const session = await deriveWith(talk, Buffer.from(text))
    const { records, commits, problems, sessions } = session.rows
    expect([records, commits, problems, sessions]).toEqual([[], [], [], []])
    expect(mainOf(session).lines).toBe(text.split(/(?<=\n)/).length)
    expect((await restoredFiles(session)).get(mainOf(session).file)?.toString()).toBe(text)
  },
)
