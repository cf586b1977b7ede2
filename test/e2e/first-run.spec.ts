/** From nothing to a list of sessions: what is found, the import with its progress, cancelling it. */
import { expect, test } from '@playwright/test'
import { launchStrata } from './support/launch-strata.ts'
import { crowdedHome, sampleHome } from './support/sample-home.ts'

test('the first window shows the transcripts it found and their retention, and imports them', async () => {
  const { home, remove } = sampleHome()
  const strata = await launchStrata({ home })
  const { page } = strata
  await expect(page.getByRole('heading', { name: 'Transcript folders' })).toBeVisible()
  const root = page.getByRole('region', { name: `${home}/.claude/projects` })
  await expect(root).toContainText('18 sessions')
  await expect(root).toContainText('Claude Code deletes transcripts after 30 days')
  await page.getByRole('button', { name: /^Import all/ }).click()
  await expect(page.getByRole('button', { name: 'Show sessions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Everything is imported' })).toBeDisabled()
  await expect(page.getByRole('grid', { name: 'Imported files' }).getByRole('row').nth(1)).toContainText('projects/')
  await page.getByRole('button', { name: 'Show sessions' }).click()
  await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', '17')
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  remove()
})

test('three presses lead from the first window to a conversation, and the dates of a folder are those of its sessions', async () => {
  const { home, remove } = sampleHome()
  const strata = await launchStrata({ home })
  const { page } = strata
  const root = page.getByRole('region', { name: `${home}/.claude/projects` })
  await expect(root).toContainText(/2026-0[1-3]-\d\d to 2026-03-0\d/)
  await page.getByRole('button', { name: /^Import all/ }).click()
  const newest = page.getByRole('region', { name: 'Newest sessions' })
  await newest.getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(/[a-z]{3}/)
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  remove()
})

test('without transcripts the window shows the searched folders and what to do', async () => {
  const strata = await launchStrata()
  const { page } = strata
  await expect(page.getByRole('heading', { name: 'No transcript folders' })).toBeVisible()
  await expect(page.getByText(`${strata.home}/.claude/projects`)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { name: 'No commits' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { name: 'No problems' })).toBeVisible()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
})

test('during an import its progress is shown, the list can be used, and cancelling keeps imported sessions', async () => {
  const { home, remove } = crowdedHome(60)
  const strata = await launchStrata({ home })
  const { page } = strata
  await page.getByRole('button', { name: /^Import all/ }).click()
  const job = page.getByRole('group', { name: 'Import' })
  await expect(job).toContainText(/ of .*MB.*left/)
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('row', { selected: true })).toBeVisible()
  await job.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/Import cancelled.*completed work is kept/)).toBeVisible()
  await expect(page.getByRole('row', { selected: true })).toBeVisible()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  remove()
})
