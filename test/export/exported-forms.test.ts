/** Whatever was said, what is exported keeps the rules of those who read it, and says the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiMessages } from '../../app/export/api-messages.ts'
import { claudeCodeTranscript } from '../../app/export/claude-code-transcript.ts'
import type { Conversation as Read } from '../../app/export/conversation.ts'
import { isEmpty, readConversation } from '../../app/export/conversation.ts'
import { markdown } from '../../app/export/markdown.ts'
import { messagesRequest } from '../../app/export/messages-request.ts'
import { anyConversation, anyFraction } from '../support/any-conversation.ts'
import { brokenApiRules } from '../support/broken-api-rules.ts'

const rules = { sessionId: '22222222-2222-4222-8222-222222222222', cwd: '/home/dev', gitBranch: 'main', forkedFrom: 'x' }
const runs = { numRuns: 300 }

const readText = (text: string): Read =>
  readConversation({ pieces: [{ commitType: 'delta', bytes: Buffer.from(text), leftOut: false }], before: [] })

/** Lines of a conversation up to some place, some of them missing. */
const anyLines = fc.tuple(anyConversation(30), anyFraction, fc.array(fc.nat(200), { maxLength: 6 })).map(([talk, part, missing]) => {
  const lines = talk.lines()
  return lines.slice(0, Math.ceil(lines.length * part)).filter((_, at) => !missing.includes(at))
})

interface Row {
  readonly uuid: string
  readonly parentUuid: string | null
  readonly timestamp: string
  readonly type: string
  readonly sessionId: string
}

const rowsOf = (bytes: Uint8Array): readonly Row[] =>
  Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

test('a request keeps every rule of the Messages API, whatever is missing from the transcript', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const conversation = readText(lines.join('\n'))
      if (!isEmpty(conversation)) expect(brokenApiRules(messagesRequest(conversation).body)).toEqual([])
    }),
    runs,
  )
})

test('an exported transcript is one straight line of records under one session, each later than the one before', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const rows = rowsOf(claudeCodeTranscript(readText(lines.join('\n')), rules).bytes)
      expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(rows.length)
      rows.forEach((row, at) => {
        expect(row.parentUuid).toBe(rows[at - 1]?.uuid ?? null)
        expect(row.sessionId).toBe(rules.sessionId)
        expect(Date.parse(row.timestamp)).toBeGreaterThan(Date.parse(rows[at - 1]?.timestamp ?? '1900-01-01'))
      })
      expect(rows.at(-1)?.type).not.toBe('user')
    }),
    runs,
  )
})

test('an exported transcript says the same as the conversation that it was made of', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const conversation = readText(lines.join('\n'))
      const again = readText(Buffer.from(claudeCodeTranscript(conversation, rules).bytes).toString('utf8'))
      const said = apiMessages(conversation.rows)
      const closing = { role: 'assistant', content: [{ type: 'text', text: 'No response requested.' }] }
      expect(apiMessages(again.rows)).toEqual(said.at(-1)?.role === 'user' ? [...said, closing] : said)
    }),
    runs,
  )
})

test('no markup that was said begins in a page, and everything folded is closed', () => {
  fc.assert(
    fc.property(anyLines, fc.constantFrom('<script>alert(1)</script>', '</details>', '```\n<img src=x>', '# head'), (lines, hostile) => {
      const prompt = { type: 'user', uuid: 'last', parentUuid: null, message: { role: 'user', content: hostile } }
      const conversation = readText([...lines, JSON.stringify(prompt)].join('\n'))
      const page = markdown(conversation, { title: hostile, facts: [] })
      const outside = page.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
      const tags = new Set(outside.match(/<\/?[a-z][^>]*>/gi) ?? [])
      for (const tag of tags) expect(['<details>', '</details>', '<summary>', '</summary>']).toContain(tag)
      expect(outside.split('<details>').length).toBe(outside.split('</details>').length)
    }),
    runs,
  )
})
