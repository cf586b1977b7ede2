/** A window with the sample sessions and more to search in, and what tests of the search do in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { conversation } from '../../support/conversation.ts'
import { writeConversation, type WrittenConversations } from '../../support/write-conversation.ts'
import { ask } from './ask.ts'
import { sampleWindow, type SampleWindow } from './sample-window.ts'

/** A long output with a word near its end, thinking with another, and many sessions with a third. */
const write = (folder: string): WrittenConversations => {
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of the build`)
  lines[350] = 'the quokkafence check has no fence'
  const builds = conversation({ seed: 'builds', start: '2026-03-20T09:00:00Z' })
    .human('Run the build and look at the end')
    .thinks('First a look at the marmaladeplan. It comes before everything else, I think.')
    .calls('Bash', { command: 'make build' })
    .result('last', `quokkafence begins\n${lines.join('\n')}`)
    .agent('The build has ended. The marmaladeplan holds.')
  const left = conversation({ seed: 'left', start: '2026-03-20T10:00:00Z' })
    .human('Which colour?')
    .agent('Blue.')
    .human('Then the pelicanpaint in blue')
    .agent('Painted.')
    .rewind(1)
    .human('No, in green')
    .agent('Green it is.')
  const many = Array.from({ length: 45 }, (_, at) =>
    conversation({ seed: `ferry ${at}`, start: `2026-03-21T09:${String(at).padStart(2, '0')}:00Z` })
      .human(`Book the ferrytimetable number ${at}`)
      .agent('Booked.'),
  )
  return writeConversation(folder, builds, left, ...many)
}

export interface SearchWindow extends SampleWindow {
  /** Removed after the last test. */
  readonly folder: () => string
  readonly field: () => Locator
  readonly results: () => Locator
  readonly total: () => Locator
  readonly heads: () => Locator
  readonly hits: () => Locator
  readonly button: (name: string) => Locator
  /** The row of a conversation that was gone to. */
  readonly sought: () => Locator
  readonly findBar: () => Locator
  /** Number of places that are marked in that row. */
  readonly marked: () => Promise<number>
  /** Goes to a search and waits for its results. */
  readonly search: (text: string) => Promise<void>
}

const finished = async (page: Page, call: string, input: unknown): Promise<void> => {
  const started = await ask(page, call, input)
  await ask(page, 'job.wait', { jobId: (started as { value: { jobId: string } }).value.jobId })
}

/** Opens it before the first test of the file, indexed, and closes it after the last. */
export function searchWindow(): SearchWindow {
  const opened = sampleWindow()
  const { page, goTo } = opened
  let folder = ''
  test.beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'strata-search-'))
    await finished(page(), 'import.start', { paths: [write(folder).projects] })
    await finished(page(), 'search.index', {})
  })
  test.afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const results = (): Locator => page().getByRole('treegrid', { name: 'Results' })
  return {
    ...opened,
    folder: () => folder,
    field: () => page().getByRole('textbox', { name: 'Search all conversations' }),
    results,
    total: () => page().getByRole('status', { name: 'Total' }),
    heads: () => results().locator('[aria-level="1"]'),
    hits: () => results().locator('[aria-level="2"]'),
    button: (name) => page().getByRole('button', { name, exact: true }),
    sought: () => page().locator('.conversation-slot.is-sought'),
    findBar: () => page().getByRole('search', { name: 'Find in conversation' }),
    marked: () => page().evaluate<number>("CSS.highlights.get('found-here')?.size ?? 0"),
    search: async (text) => {
      await goTo(`/search?text=${encodeURIComponent(text)}`)
      await expect(results()).toHaveAttribute('aria-busy', 'false')
    },
  }
}
