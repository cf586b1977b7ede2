import { expect, test } from 'vitest'
import { rankEntries, type PaletteEntry } from '../../../../renderer/shell/palette-entries.ts'

const entry = (kind: PaletteEntry['kind'], title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${kind} ${title}`,
  kind,
  title,
  run: () => undefined,
  ...more,
})

const entries = [
  entry('Command', 'Import folders…', { words: 'Store import.choose' }),
  entry('Board', 'Time', { words: 'states agent-minutes' }),
  entry('Session', 'Runtime errors in the import'),
  entry('Setting', 'Transcript folders', { words: 'watch import' }),
  entry('File', '/home/mira/app/importer/read-lines.ts'),
]

const found = (text: string): readonly string[] => rankEntries(entries, text).map(({ title }) => title)

test('every word of the text is in an entry, in any order and as a part of a word', () => {
  expect(found('fold imp')).toEqual(['Import folders…', 'Transcript folders'])
  expect(found('lines importer')).toEqual(['/home/mira/app/importer/read-lines.ts'])
  expect(found('nothing like it')).toEqual([])
})

test('the beginning of a title is better than the beginning of a word, and that better than a part', () => {
  expect(found('time')).toEqual(['Time', 'Runtime errors in the import'])
  expect(found('import')).toEqual([
    'Import folders…',
    'Runtime errors in the import',
    '/home/mira/app/importer/read-lines.ts',
    'Transcript folders',
  ])
})

test('the kind finds entries, and what the engine found by its content stays', () => {
  expect(found('setting watch')).toEqual(['Transcript folders'])
  const session = entry('Session', 'Another title', { isFound: true })
  expect(rankEntries([session, ...entries], 'words of a prompt').map(({ title }) => title)).toEqual(['Another title'])
})

test('no text gives all entries in their order', () => {
  expect(rankEntries(entries, ' ')).toEqual(entries)
})
