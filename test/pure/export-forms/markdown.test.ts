/** Markdown pages: what a reader's program makes of them has no HTML and leads to web pages and mail only, and code stays as it was. */
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { readConversation } from '../../../app/conversation/conversation.ts'
import { markdown } from '../../../app/export-forms/markdown.ts'
import { atOnce } from '../../support/at-once.ts'
import { uglyLines } from '../../support/ugly-conversation.ts'

interface Node {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly Node[]
}

const read = (lines: readonly string[]) =>
  atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes: Buffer.from(lines.join('\n')) }], before: [] }))

const pageOf = (lines: readonly string[], title = 'A title'): string =>
  atOnce(markdown(read(lines), { title, facts: [['Made', title]] })).toString('utf8')

const record = (type: string, at: number, content: unknown): string =>
  JSON.stringify({
    type,
    uuid: `u${String(at)}`,
    parentUuid: at === 0 ? null : `u${String(at - 1)}`,
    message: { role: type, id: `m${String(at)}`, content },
  })

/** A reply with these words, also as thinking, as input and as result. */
const said = (words: string): readonly string[] => [
  record('user', 0, words),
  record('assistant', 1, [
    { type: 'thinking', thinking: words, signature: 's' },
    { type: 'text', text: words },
    { type: 'tool_use', id: 't', name: words, input: { command: words, [words]: words } },
  ]),
  record('user', 2, [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: words }]),
  record('assistant', 3, [{ type: 'text', text: words }]),
]

/** With and without what GitHub adds, as different programs read it. */
const trees = (page: string): readonly Node[] => [
  fromMarkdown(page, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  fromMarkdown(page),
]

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesIn)]

const harmIn = (page: string): readonly string[] =>
  trees(page)
    .flatMap(nodesIn)
    .flatMap(({ type, url = '', value = '' }) => {
      if (type === 'html' || type === 'image' || type === 'imageReference') return [`${type} ${value}`]
      return (type === 'link' || type === 'definition') && !/^(?:https?:|mailto:)/i.test(url) ? [`${type} ${url}`] : []
    })

const hostile = [
  '<script>alert(1)</script>',
  '- item\n\n      ```\n  ```\n<img src=x onerror=alert(1)>\n  ```',
  '- a\n  ```js `x`\n<b>out</b>\n',
  '> ```\n<img src=x>\n> ```\n',
  '``` `\n<i>one</i>\n```',
  '~~~ ~\n<i>two</i>\n~~~',
  '[a\nb](javascript:\nalert(1))',
  '[a]( <javascript:alert(1)>\n"t")',
  '[x][r] and [r]\n\n[r]: javascript:alert(1)',
  '[r]: <data:text/html,x> "t"\n\n![p][r]',
  '![p](https://example.org/seen.png) ![q](x)',
  '<javascript:alert(1)> <https://example.org>',
  '[a](file:///etc/passwd) [b](//example.org) [c](#x) [d](JAVASCRIPT:x) [e](&#106;avascript:x) [f](java\\script:x)',
  '[^1]\n\n[^1]: note <b>',
  '| a | b |\n| - | - |\n| <i> | `</code>` [x](vbscript:y) |',
  '1. one\n\n\t```\n\t<u>\n2. two\n<u>',
  '<!-- --><details><summary>x',
  'www.example.org http://a.b/<i> me@example.org',
  '\\<b\\> &lt;b&gt; &#60;b&#62;',
  '*a*'.repeat(200) + '>'.repeat(500) + ' x',
  '>'.repeat(3000),
  '- '.repeat(400) + 'x',
  'Setext\n===\n\n# head\n\n***\n---\n',
] as const

test.for(hostile.map((words, at) => [`${at} ${JSON.stringify(words.slice(0, 40))}`, words] as const))(
  'a page contains no HTML, and only addresses of pages and mail: %s',
  ([, words]) => {
    expect(harmIn(pageOf(said(words), words))).toEqual([])
  },
)

const piece = fc.oneof(
  fc.constantFrom(...hostile.filter((words) => words.length < 300)),
  fc.constantFrom(
    '```',
    '~~~',
    '````',
    '`',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '"',
    '\\',
    '|',
    ': ',
    '[r]:',
    '](',
    'javascript:x',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<?x',
    '&lt;',
    '*',
    '_',
    '#',
    '~',
    'words',
    'https://a.b',
  ),
)
const anyWords = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))

test('a page of arbitrary Markdown has no HTML, and only addresses of pages and mail', () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      expect(harmIn(pageOf(said(words), words))).toEqual([])
    }),
    { numRuns: Number(process.env['STRATA_UGLY_RUNS'] ?? 60) },
  )
}, 1_200_000)

test('a page of any conversation has no HTML', () => {
  fc.assert(
    fc.property(uglyLines(10), (lines) => {
      expect(harmIn(pageOf(lines))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

const codeIn = (page: string): readonly string[] =>
  (trees(page)[0] === undefined ? [] : nodesIn(trees(page)[0] as Node)).flatMap(({ type, value }) =>
    type === 'code' || type === 'inlineCode' ? [value ?? ''] : [],
  )

test('code that a model wrote is unchanged: inline, in quotes, in lists and indented', () => {
  const page = pageOf(
    said(
      'Use `Map<string, number>` here.\n\n> ```ts\n> a < b && c > d\n> ```\n\n- item\n\n  ```\n  x & y\n  ```\n\n# Head\n\n    indented <T>',
    ),
  )
  const found = codeIn(page)
  for (const text of ['Map<string, number>', 'a < b && c > d', 'x & y', 'indented <T>']) expect(found).toContain(text)
})

test('a page contains all text, and calls have their results', () => {
  const page = pageOf([
    record('user', 0, 'Please **look**'),
    record('assistant', 1, [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }]),
    record('user', 2, [{ type: 'tool_result', tool_use_id: 't', content: 'a.txt' }]),
    record('assistant', 3, [
      { type: 'text', text: '# Done\n\nSee [the page](https://example.org/x "t") and ![plan](https://example.org/p.png).' },
    ]),
  ])
  expect(page).toContain('Please **look**')
  expect(page).toContain('**Bash**: ls')
  expect(page).toContain('Result:\n\n```\na.txt\n```')
  expect(page).toContain('#### Done')
  expect(page).toContain('[the page](https://example.org/x)')
  expect(page).toContain('[picture plan](https://example.org/p.png)')
})

test.each([null, 42, 'ls', ['a']])('the input of a call that is no object is written as it is: %j', (input) => {
  const page = pageOf([record('user', 0, 'Go'), record('assistant', 1, [{ type: 'tool_use', id: 't', name: 'Bash', input }])])
  expect(page).toContain(`\n${JSON.stringify(input, null, 2)}\n`)
})

test('a reply of very many texts has each of them once, below one heading', () => {
  const texts = Array.from({ length: 2500 }, (_, at) => ({ type: 'text', text: `*text* ${String(at)}.` }))
  const page = pageOf([record('user', 0, 'Go'), record('assistant', 1, texts)])
  expect(harmIn(page)).toEqual([])
  for (const at of [0, 199, 200, 2499]) expect(page.split(`*text* ${String(at)}.`)).toHaveLength(2)
  expect(page.match(/^## /gm)).toHaveLength(2)
})

test('a reply whose texts are longer together than what is read at once is written in pieces', () => {
  const texts = Array.from({ length: 12 }, (_, at) => ({ type: 'text', text: `${'word '.repeat(5000)}*end* ${String(at)}` }))
  const page = pageOf([record('user', 0, 'Go'), record('assistant', 1, texts)])
  expect(harmIn(page)).toEqual([])
  for (let at = 0; at < 12; at += 1) expect(page.split(`*end* ${String(at)}\n`)).toHaveLength(2)
  expect(page.match(/^## /gm)).toHaveLength(2)
})
