/** A deleted transcript is written back to its place from the window, and sessions of which only the prompts are known say so. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { launchStrata, type RunningStrata } from './support/launch-strata.ts'
import { sampleHome } from './support/sample-home.ts'

const gone = '0f7a4a6e-3a58-4d42-9a43-7a2f6c1d9b10'

const { home, remove } = sampleHome()
const config = path.join(home, '.claude')
const projects = path.join(config, 'projects')
let strata: RunningStrata
let page: Page

const goTo = (address: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, address)

/** The transcript of a session with this title. */
const transcriptOf = async (title: string): Promise<{ readonly id: string; readonly file: string }> => {
  const answer = await ask(page, 'sessions.list', { text: title })
  if (!answer.ok) throw new Error(answer.failure.message)
  const id = (answer.value as { readonly rows: readonly { readonly sessionId: string }[] }).rows[0]?.sessionId ?? ''
  const name = readdirSync(projects, { recursive: true }).find((each) => String(each).endsWith(`${id}.jsonl`))
  return { id, file: path.join(projects, String(name)) }
}

const restoreButton = () => page.getByRole('button', { name: 'Restore transcript…' })
const dialog = () => page.getByRole('dialog', { name: 'Restore transcript' })

test.beforeAll(async () => {
  const line = (display: string, timestamp: number): string =>
    `${JSON.stringify({ display, pastedContents: {}, timestamp, project: '/home/mira/code/harbor-board', sessionId: gone })}\n`
  writeFileSync(
    path.join(config, 'history.jsonl'),
    line('Where does the lighthouse ferry land?', Date.parse('2026-02-03T12:00:00.000Z')) +
      line('And the night boat?', Date.parse('2026-02-03T12:05:00.000Z')),
  )
  strata = await launchStrata({ home, size: { width: 1280, height: 800 } })
  page = strata.page
  const job = await ask(page, 'import.start', { paths: [projects] })
  if (!job.ok) throw new Error(job.failure.message)
  await ask(page, 'job.wait', { jobId: (job.value as { readonly jobId: string }).jobId })
})

test.afterAll(async () => {
  await strata.close()
  remove()
})

test.afterEach(() => {
  expect(strata.pageErrors).toEqual([])
})

test('a deleted transcript comes back to its place after a list of what is written, and then has nothing to restore', async () => {
  const { id, file } = await transcriptOf('Import statements of three banks')
  await goTo(`/session/${id}`)
  await expect(page.getByRole('button', { name: 'Resume…' })).toBeVisible()
  await expect(restoreButton()).toHaveCount(0)
  const before = readFileSync(file)
  rmSync(file)
  await goTo('/sessions')
  await goTo(`/session/${id}`)
  await restoreButton().click()
  await expect(dialog().getByRole('region', { name: 'Files to write' })).toContainText(file)
  await expect(dialog().getByRole('status')).toContainText('will be written')
  expect(existsSync(file)).toBe(false)
  expect(await axeFindings(page)).toEqual([])
  await dialog()
    .getByRole('button', { name: /^Restore \d+ files?$/ })
    .click()
  await expect(dialog().getByRole('region', { name: 'Written' })).toContainText(file)
  expect(readFileSync(file)).toEqual(before)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(restoreButton()).toHaveCount(0)
})

test('a file that takes the place after the preview is not replaced, and is named', async () => {
  const { id, file } = await transcriptOf('survive a network failure')
  const before = readFileSync(file)
  rmSync(file)
  await goTo(`/session/${id}`)
  await restoreButton().click()
  await expect(dialog().getByRole('region', { name: 'Files to write' })).toContainText(file)
  writeFileSync(file, 'something else\n')
  await dialog()
    .getByRole('button', { name: /^Restore \d+ files?$/ })
    .click()
  await expect(dialog().getByRole('region', { name: 'Not written: another file has this path' })).toContainText(file)
  expect(readFileSync(file, 'utf8')).toBe('something else\n')
  await dialog().getByRole('button', { name: 'Done' }).click()
  writeFileSync(file, before)
})

test('the preview of a session and the palette offer it too', async () => {
  const { id, file } = await transcriptOf('survive a network failure')
  const before = readFileSync(file)
  rmSync(file)
  await goTo(`/sessions?session=${id}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('complementary', { name: 'Selected session' })
  await preview.getByRole('button', { name: 'Restore transcript…' }).click()
  await expect(dialog().getByRole('region', { name: 'Files to write' })).toContainText(file)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(existsSync(file)).toBe(false)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('restore the transcript')
  await page.keyboard.press('Enter')
  await expect(dialog()).toBeVisible()
  await page.keyboard.press('Escape')
  writeFileSync(file, before)
})

test('a session of which only the prompts are known says why there are no replies, and shows no numbers of them', async () => {
  await goTo(`/session/${gone}`)
  await expect(page.getByRole('note')).toContainText('Only the prompts of this session are known')
  await expect(page.getByText('And the night boat?').first()).toBeVisible()
  await expect(page.locator('.session-head-facts')).not.toContainText('tool call')
  await expect(restoreButton()).toHaveCount(0)
  for (const [tab, title] of [
    ['Figures', 'No figures'],
    ['Timeline', 'No timeline'],
  ] as const) {
    await page.getByRole('radio', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  expect(await axeFindings(page)).toEqual([])
  await goTo(`/sessions?session=${gone}`)
  const preview = page.getByRole('complementary', { name: 'Selected session' })
  await expect(preview).toContainText('Responsesn/a')
  await goTo('/search?text=lighthouse%20ferry')
  await expect(page.getByRole('treegrid', { name: 'Results' })).toContainText('prompts only')
})
