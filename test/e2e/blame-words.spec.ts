/** The words of blame for lines that no call in this file wrote, in the window. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { axeFindings } from './support/axe-findings.ts'
import { importTranscripts } from './support/ask.ts'
import { filesWindow } from './support/files-window.ts'

const app = '/p/quay'
const fix = '/p/quay-fix'
const lines = (...more: readonly string[]): string =>
  `${[...more, ...Array.from({ length: 12 }, (_, at) => `const berth${at} = ${at} // of the quay`)].join('\n')}\n`
const lit = 'const light = true // at the end of the quay'
const byHand = '// a person wrote this'

const opened = filesWindow()
const { goTo, slider, look } = opened
let page: Page

test.beforeAll(async () => {
  page = opened.page()
  const first = conversation({ sessionId: 'quay', seed: 'quay', cwd: app, start: '2026-01-05T09:00:00Z' })
    .human('Light the quay')
    .reads(`${app}/src/quay.ts`, lines())
    .writes(`${app}/src/quay.ts`, lines(lit))
    .runs(`git worktree add ${fix}`, `Preparing worktree (new branch 'quay-fix')`)
    .agent('Lit.')
  const second = conversation({ sessionId: 'fix', seed: 'fix', cwd: fix, start: '2026-01-06T09:00:00Z' })
    .human('Count the berths of the quay, all of them, and say how many of them are free in the summer')
    .reads(`${fix}/src/quay.ts`, lines(lit))
    .edits(`${fix}/src/quay.ts`, 'const berth0 = 0', 'const count = 12\nconst berth0 = 0')
    .human('I changed it')
    .reads(`${fix}/src/quay.ts`, lines(byHand, lit, 'const count = 12'))
    .agent('Seen.')
  const fog = conversation({ sessionId: 'fog', seed: 'fog', cwd: '/p/fog', start: '2026-01-07T09:00:00Z' })
    .human('Clear the fog')
    .calls('Edit', { file_path: '/p/fog/fog.ts', old_string: 'a', new_string: 'b', replace_all: false })
    .result('last', 'The file has been updated.')
    .reads('/p/fog/fog.ts', 'b\nc\n')
    .agent('Cleared.')
  const folder = mkdtempSync(join(tmpdir(), 'strata-blame-words-'))
  await importTranscripts(page, writeConversation(folder, first, second, fog).projects)
  rmSync(folder, { recursive: true })
})

const blame = (): Locator => page.getByRole('grid', { name: 'Blame' })
const row = (text: string): Locator => blame().getByRole('row').filter({ hasText: text })
/** Whether no part of a word is cut off. */
const isWhole = (word: Locator): Promise<boolean> => word.evaluate((drawn) => drawn.scrollWidth <= drawn.clientWidth)
const openBlame = async (path: string): Promise<void> => {
  await goTo(`/files?path=${encodeURIComponent(path)}`)
  await expect(slider('Version')).toBeVisible()
  await look('Blame')
  await expect(blame()).toBeVisible()
}

test('a line says that an agent wrote it in another checkout, and which one', async () => {
  await openBlame(`${fix}/src/quay.ts`)
  await expect(row('const light = true')).toContainText('agent elsewhere')
  await expect(row('const light = true')).toContainText('Light the quay')
  const writer = row('const count = 12').getByText('agent', { exact: true })
  expect(await isWhole(writer)).toBe(true)
  await row('const light = true').click()
  await expect(page.getByText(`Written by an agent in another checkout (${app})`)).toBeVisible()
  await expect(
    page.getByText(/1 line by agents, 1 by agents elsewhere, 1 by a person or a command, 12 there when first seen/),
  ).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test('a line that no call wrote is of a person or a command', async () => {
  await openBlame(`${fix}/src/quay.ts`)
  const word = row(byHand).getByText('person or command', { exact: true })
  expect(await isWhole(word)).toBe(true)
  await row(byHand).click()
  await expect(page.getByText('Written by a person or a command: it was not there before, and no call wrote it')).toBeVisible()
})

test('of a line that an agent may have changed unseen it is unknown who wrote it', async () => {
  await openBlame('/p/fog/fog.ts')
  await expect(blame().getByText('unknown', { exact: true })).toHaveCount(1)
  await expect(blame().getByText('Clear the fog')).toHaveCount(0)
  await row('b').first().click()
  await expect(page.getByText('Unknown: an agent had changed a part of the file that no record shows')).toBeVisible()
})
