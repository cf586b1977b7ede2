/** The store in the window: remotes, bundles, what nothing needs, summaries, and how agents reach it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { JobView } from '../../app/contract/jobs.ts'
import { conversation } from '../support/conversation.ts'
import { madeUpKey } from '../support/made-up-key.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow({ ANTHROPIC_API_KEY: '' })
const { choose, clipboard, dialog, saveTo } = opened
let page: Page
let folder: string

test.beforeAll(() => {
  page = opened.page()
  folder = mkdtempSync(path.join(tmpdir(), 'strata-remote-'))
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const openStore = async (): Promise<void> => {
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Store')
}

test('a remote is added in a folder chosen in a dialog, pushed to with counts, fetched from, and removed', async () => {
  await openStore()
  const drive = path.join(folder, 'drive')
  mkdirSync(drive)
  await choose([drive])
  await page.getByRole('button', { name: 'Add remote…' }).click()
  const adding = dialog('Add remote')
  await expect(adding.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await adding.getByRole('button', { name: 'Choose…' }).click()
  await expect(adding.getByRole('status', { name: 'Store folder' })).toHaveText(drive)
  await adding.getByRole('textbox', { name: 'Name' }).fill('drive')
  await page.keyboard.press('Enter')
  const remotes = page.getByRole('table', { name: 'Remotes' })
  await expect(remotes).toContainText('no store there')
  await expect(remotes.getByRole('button', { name: 'Fetch…' })).toBeDisabled()

  await remotes.getByRole('button', { name: 'Push…' }).click()
  const push = dialog('Push')
  await expect(push.getByRole('group', { name: 'Run in a terminal' })).toContainText('strata push drive --all')
  await push.getByRole('button', { name: 'Preview' }).click()
  await expect(push.getByRole('status').filter({ hasText: 'would be pushed' })).toContainText('18 sessions')
  expect(existsSync(path.join(drive, 'journal'))).toBe(false)
  await expect(push.getByRole('group', { name: 'Contents' })).toContainText(/18 sessions and \d+ commits/)
  await push.getByRole('button', { name: 'Push', exact: true }).click()
  await expect(push.getByRole('status').filter({ hasText: / pushed\.$/ })).toContainText('18 sessions')
  // The words of `strata push`.
  const result = push.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('term')).toHaveText([
    'Sessions',
    'Single commits',
    'Refs',
    'Summaries, pins and corrections',
    'Artifacts',
    'Up to date',
  ])
  await push.getByRole('button', { name: 'Push', exact: true }).click()
  await expect(push.getByText('Everything up to date.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.reload()
  await remotes.getByRole('button', { name: 'Fetch…' }).click()
  await dialog('Fetch').getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(dialog('Fetch').getByText('Everything up to date.')).toBeVisible()
  await page.keyboard.press('Escape')
  await remotes.getByRole('button', { name: 'Remove drive' }).click()
  await expect(remotes).toBeHidden()
})

test('a remote whose folder is this store is refused with a message', async () => {
  await openStore()
  await choose([opened.strata().storeDir])
  await page.getByRole('button', { name: 'Add remote…' }).click()
  const adding = dialog('Add remote')
  await adding.getByRole('button', { name: 'Choose…' }).click()
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert')).toContainText('is this store itself')
  await page.keyboard.press('Escape')
})

test('a bundle of the complete store is written, and imported again after its content was shown', async () => {
  await openStore()
  const file = path.join(folder, 'all.bundle')
  await saveTo(file)
  await page.getByRole('button', { name: 'Create bundle…' }).click()
  await dialog('Create bundle').getByRole('button', { name: 'Save to a file…' }).click()
  await expect(dialog('Create bundle').getByRole('region', { name: 'Exported' })).toContainText('18 sessions')
  await page.keyboard.press('Escape')
  await choose([file])
  await page.getByRole('button', { name: 'Import bundle…' }).click()
  const taking = dialog('Import bundle')
  await taking.getByRole('button', { name: 'Choose…' }).click()
  await expect(taking).toContainText('18 sessions')
  await taking.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(taking.getByText('Everything up to date.')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a push and a bundle show the secrets in them, and wait for consent', async () => {
  const token = madeUpKey('ghp_{36}')
  // A session of one prompt is folded away in lists.
  const leaky = conversation().human(`use ${token}`).agent('done').human('and now the rest').agent('done')
  const { projects } = writeConversation(path.join(folder, 'leaky'), leaky)
  const started = await ask(page, 'import.start', { paths: [projects] })
  await ask(page, 'job.wait', { jobId: started.ok ? (started.value as JobView).jobId : '' })
  await openStore()
  await saveTo(path.join(folder, 'leaky.bundle'))
  await page.getByRole('button', { name: 'Create bundle…' }).click()
  const form = dialog('Create bundle')
  await form.getByRole('radio', { name: 'Selected items…' }).check()
  await form.getByRole('combobox', { name: 'Add session' }).selectOption(leaky.sessionId)
  const contents = form.getByRole('group', { name: 'Contents' })
  await expect(contents).toContainText('1 session and 2 commits. 1 secret found.')
  await expect(contents).toContainText('GitHub token')
  await expect(contents).toContainText('ghp_')
  await expect(contents).not.toContainText(token)
  const save = form.getByRole('button', { name: 'Save to a file…' })
  await expect(save).toBeDisabled()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    expect(await axeFindings(page)).toEqual([])
  }
  await contents.getByRole('checkbox', { name: 'Send with these secrets' }).check()
  await save.click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('1 session')
  await page.keyboard.press('Escape')
})

test('the tables are written as Parquet files into a folder chosen in a dialog, and later only the changes', async () => {
  await openStore()
  const lake = path.join(folder, 'lake')
  await choose([lake])
  await page.getByRole('button', { name: 'Write lake…' }).click()
  const form = dialog('Write lake')
  await expect(form.getByRole('button', { name: 'Write', exact: true })).toBeDisabled()
  await form.getByRole('button', { name: 'Choose…' }).click()
  await expect(form.getByRole('status', { name: 'Lake folder' })).toHaveText(lake)
  await form.getByRole('checkbox', { name: 'Exclude names and texts' }).check()
  await expect(form.getByRole('group', { name: 'Run in a terminal' })).toContainText('strata lake --anonymise')
  await form.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(form.getByRole('status').filter({ hasText: /\d+ files written, 0 unchanged, 0 removed/ })).toBeVisible()
  expect(existsSync(path.join(lake, 'manifest.json'))).toBe(true)
  await form.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(form.getByText('No changes: the lake is up to date.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Exclude names and texts' }).uncheck()
  await form.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('contains a lake without names and texts')
  await page.keyboard.press('Escape')
})

test('unused artifacts are listed first, and removed only on request', async () => {
  const log = await ask(page, 'chain.log', { limit: 1 })
  const commitId = log.ok ? (log.value as { commits: readonly { commitId: string }[] }).commits[0]?.commitId : ''
  await ask(page, 'commit.materialise', { commitId, stop: 'root' })
  await openStore()
  await page.getByRole('button', { name: 'Collect garbage…' }).click()
  const form = dialog('Collect garbage')
  await expect(form.getByRole('region', { name: 'Unused artifacts' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Retention in days' }).fill('0')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByRole('row', { name: /^cached snapshot/ })).toBeVisible()
  await form.getByRole('button', { name: /^Remove \d+ artifact/ }).click()
  await expect(form.getByRole('status').filter({ hasText: 'removed. Packs:' })).toBeVisible()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByText('Nothing to remove.')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the cost of summaries is shown first, and nothing can be sent without a key', async () => {
  await openStore()
  await page.getByRole('button', { name: 'Write summaries…' }).click()
  const form = dialog('Write summaries')
  const outlook = form.getByRole('region', { name: 'What would be sent' })
  await expect(outlook).toContainText(/commits of \d+ sessions would be sent/)
  await expect(outlook).toContainText('None configured')
  await expect(form.getByRole('button', { name: /^Send \d+ commits/ })).toBeDisabled()
  await page.keyboard.press('Escape')
})

test('the socket of the agent service can be copied, and an agent that is being captured is listed', async () => {
  await openStore()
  await expect(page.getByText('Serving agents')).toBeVisible()
  await page.getByRole('button', { name: 'Copy the path of the socket' }).click()
  await expect.poll(clipboard).toMatch(/agent-[0-9a-f]{16}\.sock$/)
  await expect(page.getByText('No active captures.')).toBeVisible()
  const cli = path.resolve('dist', 'node', 'cli.cjs')
  const capture = spawn(process.execPath, [cli, '--store', opened.strata().storeDir, 'capture'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await expect(page.getByRole('table', { name: 'Captures' })).toContainText(`process ${capture.pid ?? 0}`)
  capture.stdin.end()
  await expect(page.getByText('No active captures.')).toBeVisible()
})

test('the menu and the palette open the same dialogs', async () => {
  await opened.strata().app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('store.gc')?.click()
  })
  await expect(dialog('Collect garbage')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('push to remote')
  await page.keyboard.press('Enter')
  await expect(dialog('Push')).toContainText('No remotes yet.')
  await page.keyboard.press('Escape')
})
