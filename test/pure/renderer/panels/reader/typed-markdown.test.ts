/** What a person typed, as it is shown. */
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { isDeep, keepTyped } from '../../../../../renderer/panels/reader/typed-markdown.ts'

type Tree = Parameters<typeof keepTyped>[0]

const treeOf = (source: string): Tree => {
  const tree: Tree = fromMarkdown(source, { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] })
  keepTyped(tree, source)
  return tree
}

/** The words that are drawn, with the names of the marked ones. */
const drawn = ({ type, value, lang, children, data }: Tree): string => {
  if (type === 'break') return '⏎'
  if (type === 'text' || type === 'inlineCode') return value ?? ''
  if (type === 'code') return `${lang ?? ''}|${value ?? ''}`
  const inner = (children ?? []).map(drawn).join(type === 'root' ? '¶' : '')
  if (data?.hProperties !== undefined) return `${data.hProperties['value'] ?? ''}. ${inner}`
  return ['emphasis', 'strong', 'link'].includes(type) ? `{${type} ${inner}}` : inner
}

const shown = (source: string): string => drawn(treeOf(source))

test('lines end where the person ended them', () => {
  expect(shown('one\ntwo\n\nthree')).toBe('one⏎two¶three')
  expect(shown('> one\n> two')).toBe('one⏎two')
  expect(shown('- one\n  two')).toBe('one⏎two')
})

test('tags, comments and definitions stay visible', () => {
  expect(shown('Use <tags> here')).toBe('Use <tags> here')
  expect(shown('<context>\nwords\n</context>\n\n<!-- note -->')).toBe('<context>⏎words⏎</context>¶<!-- note -->')
  expect(shown('[a]: https://example.org "Title"')).toBe('[a]: https://example.org "Title"')
  expect(shown('[a][b]\n\n[b]: /x')).toBe('[a][b]¶[b]: /x')
  expect(shown('![chart](https://example.org/a.png)')).toBe('![chart](https://example.org/a.png)')
})

test('signs that belong to names are kept, those around words are marks', () => {
  expect(shown('in __init__.py')).toBe('in __init__.py')
  expect(shown('src/*.ts and test/*.ts')).toBe('src/*.ts and test/*.ts')
  expect(shown('*not* **this**.')).toBe('{emphasis not} {strong this}.')
  expect(shown('C:\\*.txt &amp; a\\_b')).toBe('C:\\*.txt &amp; a\\_b')
})

test('the signs of a conflict are no quotation, and thousands of signs are not laid out', () => {
  expect(shown('=\n\n>>>>>>> main\nrest')).toBe('=¶>>>>>>> main⏎rest')
  expect(isDeep('> > one\n----------------------------------------')).toBe(false)
  expect(isDeep(`words\n${'>'.repeat(5000)}`)).toBe(true)
  expect(isDeep(`${'- '.repeat(5000)}x`)).toBe(true)
})

test('a link says where it leads, a list keeps its numbers, and words beside a fence stay', () => {
  expect(shown('See [the page](https://example.org/x)')).toBe('See {link the page} (https://example.org/x)')
  expect(shown('2. two\n5. five')).toBe('2. two5. five')
  expect(shown('```ts title="a"\ncode\n```')).toBe('ts title="a"¶ts|code')
})

test('no letter that was typed is lost, but the language of a block of code', () => {
  const piece = fc.constantFrom(
    'a',
    'b1',
    ' ',
    '\n',
    '\n\n',
    '*',
    '**',
    '_',
    '__',
    '<',
    '>',
    '[',
    ']',
    '(',
    ')',
    '!',
    ':',
    '\\',
    '&lt;',
    '~~',
    '.',
  )
  const letters = (text: string): string => text.replace(/[^a-z0-9]/g, '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const source = pieces.join('')
      const isCode = (tree: Tree): boolean => tree.type === 'code' || (tree.children ?? []).some(isCode)
      fc.pre(!isCode(treeOf(source)))
      const plain = drawn(treeOf(source)).replace(/\{(?:emphasis|strong|link) /g, '')
      expect(letters(plain)).toBe(letters(source))
    }),
    { numRuns: 300 },
  )
})
