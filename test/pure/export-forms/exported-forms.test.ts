/** Whatever was said, what is exported keeps the rules of those who read it, and says the same. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiMessages } from '../../../app/conversation/api-messages.ts'
import { claudeCodeTranscript } from '../../../app/export-forms/claude-code-transcript.ts'
import type { Conversation as Read } from '../../../app/conversation/conversation.ts'
import { isEmpty, readConversation } from '../../../app/conversation/conversation.ts'
import { html } from '../../../app/export-forms/html.ts'
import { markdown } from '../../../app/export-forms/markdown.ts'
import { messagesRequest, requestText } from '../../../app/export-forms/messages-request.ts'
import { validConversation } from '../../../app/export-forms/valid-conversation.ts'
import { anyConversation, anyFraction } from '../../support/any-conversation.ts'
import { brokenApiRules } from '../../support/broken-api-rules.ts'
import { atOnce } from '../../support/at-once.ts'

const rules = { sessionId: '22222222-2222-4222-8222-222222222222', cwd: '/home/dev', gitBranch: 'main', forkedFrom: 'x' }
const runs = { numRuns: 300 }

const readText = (text: string): Read =>
  atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes: Buffer.from(text) }], before: [] }))

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
      if (isEmpty(conversation)) return
      const { body } = messagesRequest(conversation)
      expect(brokenApiRules(body)).toEqual([])
      expect(atOnce(requestText(body)).toString()).toBe(`${JSON.stringify(body, null, 2)}\n`)
    }),
    runs,
  )
})

test('an exported transcript is one straight line of records under one session, each later than the one before', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const rows = rowsOf(atOnce(claudeCodeTranscript(readText(lines.join('\n')), rules)).bytes)
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

test('an exported transcript has the content of its conversation', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const conversation = readText(lines.join('\n'))
      const again = readText(Buffer.from(atOnce(claudeCodeTranscript(conversation, rules)).bytes).toString('utf8'))
      const said = apiMessages(validConversation(conversation).rows)
      const closing = { role: 'assistant', content: [{ type: 'text', text: 'No response requested.' }] }
      expect(apiMessages(again.rows)).toEqual(said.at(-1)?.role === 'user' ? [...said, closing] : said)
    }),
    runs,
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '</pre></details></section><img src=x onerror=alert(1)>',
  '![x](https://example.org/seen.png) [y](javascript:alert(1)) [z](data:text/html,x) [w](../file)\n\n- [x] done',
  '"><style>*{}</style>\u0000\u001b[31m',
  '[^1]\n\n[^1]: a note <b>',
  '| a | b |\n| - | - |\n| <i> | `</code>` |',
] as const

const said = (words: string): readonly object[] => [
  { role: 'user', content: [{ type: 'text', text: words }, picture] },
  {
    role: 'assistant',
    id: 'm',
    content: [
      { type: 'thinking', thinking: words, signature: 's' },
      { type: 'text', text: words },
      { type: 'tool_use', id: 't', name: words, input: { [words]: words, n: 1 } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: [{ type: 'text', text: words }, picture] }] },
  { role: 'assistant', id: 'n', content: [{ type: 'unheard_of', words }] },
]
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGFsbG8=' } }

const pageOf = (words: string): string => {
  const lines = said(words).map((message, at) => {
    const type = 'id' in message ? 'assistant' : 'user'
    return JSON.stringify({ type, uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, timestamp: '2026-01-01T10:00:00Z', message })
  })
  return atOnce(html(readText(lines.join('\n')), { title: words, facts: [[words, words]] })).toString()
}

const allowed =
  /^<(?:\/?(?:html|head|body|header|main|footer|section|title|style|h[1-6]|dl|dt|dd|ul|ol|li|p|pre|code|div|small|time|b|span|details|summary|strong|em|del|blockquote|table|thead|tbody|tr|th|td|hr|br|input|a)\b|meta |img src="data:image\/png;base64,aGFsbG8=" alt="[^"]*">|!doctype html>)/
const voids = ['meta', 'img', 'hr', 'br', 'input', '!doctype']

test.each(hostile)('a page of HTML contains no injected markup, script or address: %j', (words) => {
  const page = pageOf(words)
  const open: string[] = []
  for (const [tag, slash = '', name = ''] of page.matchAll(/<(\/?)(!?[a-z][a-z0-9]*)\b[^>]*>/gi)) {
    expect(tag).toMatch(allowed)
    expect(tag).not.toMatch(/\son\w+=|(?:href|src)="(?!https?:|mailto:|data:image\/png)/)
    if (slash === '/') expect(open.pop()).toBe(name)
    else if (!voids.includes(name)) open.push(name)
  }
  expect(open).toEqual([])
  expect(page).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
})

test('the policy of a page of HTML allows its own style and pictures in the page, and nothing else', () => {
  const page = pageOf('words')
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(page).not.toContain(' style=')
})

test('a page of HTML contains every block of the conversation', () => {
  const page = pageOf('<said>')
  expect(page.split('&lt;said&gt;').length - 1).toBe(12)
  expect(page.split('<img ').length - 1).toBe(2)
  expect(page).toContain('unheard_of')
})

test('content nested deeper than any client writes is reported, and every form can be written', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const at = '"uuid":"11111111-0000-4000-8000-000000000001","timestamp":"2026-01-05T09:00:00Z","sessionId":"s"'
  const [call, answer] = [
    `{"type":"assistant",${at},"message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"t","name":"Bash","input":${deep}}]}}`,
    `{"type":"user","parentUuid":"11111111-0000-4000-8000-000000000001","uuid":"2","toolUseResult":${deep},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"done"}]}}`,
  ]
  const conversation = readText(`{"type":"user","uuid":"0","message":{"role":"user","content":"go"}}\n${call}\n${answer}\n`)
  expect(conversation.lost.map(({ what }) => what)).toContain('changed: values nested more than 500 levels deep')
  expect(atOnce(claudeCodeTranscript(conversation, rules)).bytes.toString()).toContain('"done"')
  expect(atOnce(requestText(messagesRequest(conversation).body)).toString()).toContain('"done"')
  for (const form of [markdown, html]) expect(atOnce(form(conversation, { title: 'deep', facts: [] })).toString()).toContain('done')
})
