/** What the window says by itself: notices and their history, and rows that say little and are folded. */
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { LogPage } from '../../app/contract/commits.ts'
import { ask, importTranscripts } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const { dialog, goTo, openChain, page: opened, sessionId, strata } = sampleWindow()
let page: Page

test.beforeAll(async () => {
  page = opened()
  await importTranscripts(page, path.join(strata().home, '.claude', 'projects'))
})

const fail = async (id: string): Promise<void> => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type(id)
  await expect(page.getByRole('option', { name: new RegExp(`Go to commit ${id}`) })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('information disappears by itself, failures stay until they are dismissed, and the history has both', async () => {
  await goTo('/sessions')
  await page.keyboard.press('Control+Shift+C')
  const status = page.locator('.status-line [role="status"]')
  await expect(status).toHaveText(/^Copied the link/)
  await expect(status).toHaveText('', { timeout: 10_000 })
  await fail('ctx-00000001')
  await fail('ctx-00000002')
  await fail('ctx-00000002')
  const alerts = page.locator('.status .job.is-failed')
  await expect(alerts).toHaveCount(2)
  // The second telling of one failure replaces its line.
  for (const alert of await alerts.all())
    await expect.poll(async () => (await alert.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(48)
  await page.waitForTimeout(5_000)
  await expect(alerts).toHaveCount(2)
  await alerts.first().getByRole('button', { name: 'Dismiss' }).click()
  await expect(alerts).toHaveCount(1)
  await alerts.first().getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await expect(alerts).toHaveCount(0)
  await page.getByRole('button', { name: 'Notices' }).click()
  const history = dialog('Notices').getByRole('list', { name: 'Notices' })
  await expect(history).toContainText('Copied the link')
  await expect(history).toContainText('ctx-00000001')
  await expect(history.getByRole('listitem').filter({ hasText: /imported/ })).not.toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('what was dismissed, or was told before, does not return when the window is loaded again', async () => {
  const lines = page.locator('.status .job')
  for (let left = await lines.count(); left > 0; left = await lines.count())
    await lines.first().getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(lines).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.status-store')).toBeVisible()
  // A line about what went well would leave by itself: it must not be there at all.
  await page.waitForTimeout(1_000)
  expect(await lines.allTextContents()).toEqual([])
})

test('commits without a conversation are folded with their number, and one press shows them', async () => {
  const answer = await ask(page, 'chain.log', { quiet: false })
  const { folded = [], total } = (answer as { value: LogPage }).value
  expect(folded.length).toBeGreaterThan(0)
  await goTo('/log')
  const log = page.getByRole('grid', { name: 'Commits' })
  await expect(log).toHaveAttribute('aria-rowcount', String(total + 1))
  await page.getByRole('button', { name: new RegExp(`^${folded.length} commits? without conversation folded`) }).click()
  await expect(log).toHaveAttribute('aria-rowcount', String(total + folded.length + 1))
  await page.getByRole('button', { name: 'Fold commits without conversation' }).click()
  await expect(log).toHaveAttribute('aria-rowcount', String(total + 1))
  await goTo(`/log?commit=${folded[0] ?? ''}`)
  await expect(log).toHaveAttribute('aria-rowcount', String(total + folded.length + 1))
})

test('notes of the client after a turn are one line, which opens with a press', async () => {
  await openChain('Boards that survive a network failure')
  expect(await sessionId('Boards that survive a network failure')).not.toBe('')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  const note = conversation.getByRole('button', { name: /client notes?: .*turn duration/ }).first()
  await note.scrollIntoViewIfNeeded()
  const ends = conversation.getByText('turn_duration', { exact: true })
  await expect(ends).toHaveCount(0)
  await note.click()
  await expect(ends.first()).toBeVisible()
})
