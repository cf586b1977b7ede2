/** A window with the sample sessions and more whose files are looked at, and what tests of the files do in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { conversation } from '../../support/conversation.ts'
import { writeConversation, type WrittenConversations } from '../../support/write-conversation.ts'
import { importTranscripts } from './ask.ts'
import { sampleWindow, type SampleWindow } from './sample-window.ts'

export const lamps = '/p/harbour/src/lamps.ts'
export const tides = '/p/harbour/src/tides.ts'
export const table = '/p/harbour/data/table.csv'
/** A file whose last edit shows a content that no record before it has. */
export const signals = '/s/signals.ts'
export const manyFiles = 1200
export const manyLines = 30_000

const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `const lamp${at + 1} = ${at + 1}`)

/** A file that is read in part, whole, edited and deleted; one that a command changed; one with two versions in a record; a long one; and very many. */
const write = (folder: string): WrittenConversations => {
  const all = lines(40)
  const part = { filePath: lamps, content: all.slice(9, 14).join('\n'), numLines: 5, startLine: 10, totalLines: 41 }
  const harbour = conversation({ seed: 'harbour', cwd: '/p/harbour', start: '2026-03-20T09:00:00Z' })
    .human('Turn the lamps on')
    .calls('Read', { file_path: lamps, offset: 10, limit: 5 })
    .result('last', part.content, { toolUseResult: { type: 'text', file: part } })
    .reads(lamps, `${all.join('\n')}\n`)
    .edits(lamps, 'const lamp30 = 30', 'const lamp30 = 31\nconst extra = true')
    .agent('On.')
    .human('Look at the tides')
    .reads(tides, 'export const high = 1\n')
    .runs('make tides', 'made')
    .reads(tides, 'export const high = 2\n')
    .agent('They are higher.')
    .human('The lamps are not needed')
    .runs('rm src/lamps.ts', '')
    .calls('Read', { file_path: lamps })
    .result('last', 'File does not exist.', { error: true })
    .agent('Removed.')
  const later = conversation({ seed: 'later', cwd: '/p/harbour', start: '2026-03-21T09:00:00Z' })
    .human('Write the lamps again')
    .writes(lamps, 'const lamp = 1\n')
    .agent('Written.')
  const edit = { filePath: signals, oldString: 'red', newString: 'green', originalFile: 'blue\nred\n', replaceAll: false }
  const seen = conversation({ seed: 'signals', cwd: '/s', start: '2026-03-21T09:30:00Z' })
    .human('Change the signal')
    .reads(signals, 'red\n')
    .calls('Edit', { file_path: signals, old_string: 'red', new_string: 'green', replace_all: false })
    .result('last', 'Changed.', { toolUseResult: { ...edit, structuredPatch: [], userModified: false } })
    .agent('Changed.')
  const long = conversation({ seed: 'long', cwd: '/p/harbour', start: '2026-03-21T10:00:00Z' })
    .human('Write the table')
    .writes(table, lines(manyLines).join('\n'))
    .agent('Written.')
  const many = conversation({ seed: 'many', cwd: '/q', start: '2026-03-22T09:00:00Z' })
    .human('Read everything')
    .parallel(
      Array.from({ length: manyFiles }, (_, at) => ({
        tool: 'Read',
        input: { file_path: `/q/d${at % 30}/f${at}.ts` },
        result: 'x',
      })),
    )
    .agent('Read.')
  return writeConversation(folder, harbour, later, seen, long, many)
}

export interface FilesWindow extends SampleWindow {
  /** What the address says of one of its fields; null: nothing. */
  readonly field: (name: string) => Promise<string | null>
  readonly tree: () => Locator
  readonly item: (name: string | RegExp) => Locator
  readonly slider: (name: string) => Locator
  readonly content: () => Locator
  readonly lines: () => Locator
  readonly facts: (name: string) => Locator
  /** Chooses how the file is looked at. */
  readonly look: (name: string) => Promise<void>
  /** Goes to a file and waits for its versions. */
  readonly openFile: (path: string, more?: string) => Promise<void>
}

/** Opens it before the first test of the file, and closes it after the last. */
export function filesWindow(): FilesWindow {
  const opened = sampleWindow()
  const { page, goTo } = opened
  let folder = ''
  test.beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'strata-files-'))
    await importTranscripts(page(), write(folder).projects)
  })
  test.afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const tree = (): Locator => page().getByRole('tree', { name: 'Files' })
  const content = (): Locator => page().getByRole('grid', { name: 'Content' })
  const slider = (name: string): Locator => page().getByRole('slider', { name, exact: true })
  return {
    ...opened,
    field: async (name) => new URLSearchParams((await opened.here()).split('?')[1]).get(name),
    tree,
    item: (name) => tree().getByRole('treeitem', { name }),
    slider,
    content,
    lines: () => content().getByRole('row'),
    facts: (name) => page().getByRole('group', { name, exact: true }),
    look: (name) => page().getByRole('radio', { name, exact: true }).click(),
    openFile: async (file, more = '') => {
      await goTo(`/files?path=${encodeURIComponent(file)}${more}`)
      await expect(slider(more.includes('face=diff') ? 'Version B' : 'Version')).toBeVisible()
    },
  }
}
