/** A store with a damaged pack in the window: what can be restored is, and what cannot is named. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launchStrata } from './support/launch-strata.ts'

test('a restore names each file that cannot be read from a damaged pack, and writes all others', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-damaged-'))
  const [storeDir, to] = [path.join(folder, 'store'), path.join(folder, 'out')]
  const cli = path.resolve('dist', 'node', 'cli.cjs')
  execFileSync(process.execPath, [cli, '--store', storeDir, 'import', path.resolve('samples', 'projects')], { stdio: 'ignore' })
  const [pack = ''] = readdirSync(path.join(storeDir, 'packs')).map((name) => path.join(storeDir, 'packs', name))
  const bytes = readFileSync(pack)
  writeFileSync(pack, bytes.fill(0, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.6)))
  const { app, page, pageErrors, close } = await launchStrata({ storeDir, size: { width: 1280, height: 800 } })
  try {
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, to)
    await page.getByRole('link', { name: 'Store', exact: true }).click()
    await page.getByRole('button', { name: 'Restore transcripts…' }).click()
    const ending = page.getByRole('status').filter({ hasText: 'files restored to' })
    await expect(ending).toContainText(/\d+ could not be read/)
    const [, written, lost] = /(\d+) files restored.*; (\d+) could not/.exec((await ending.textContent()) ?? '') ?? []
    const files = page.getByRole('list', { name: 'Unreadable files' }).getByRole('listitem')
    await expect(files).toHaveCount(Number(lost))
    await expect(files.first()).toContainText(/projects\/.* of session [0-9a-f-]{36}/)
    expect(readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toHaveLength(Number(written))
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(files).toHaveCount(0)
    expect(pageErrors).toEqual([])
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('without its packs every screen says that sessions cannot be read, and no list or search says that there are none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-lost-'))
  const storeDir = path.join(folder, 'store')
  const cli = path.resolve('dist', 'node', 'cli.cjs')
  const run = (...args: readonly string[]) => spawnSync(process.execPath, [cli, '--store', storeDir, ...args], { stdio: 'ignore' })
  run('import', path.resolve('samples', 'projects'))
  for (const name of readdirSync(path.join(storeDir, 'packs'))) rmSync(path.join(storeDir, 'packs', name))
  run('reindex')
  const { page, pageErrors, close } = await launchStrata({ storeDir, size: { width: 1280, height: 800 } })
  try {
    for (const [screen, title] of [
      ['Sessions', 'No readable sessions'],
      ['Log', 'No readable commits'],
      ['Files', 'No readable files'],
    ] as const) {
      await page.getByRole('link', { name: screen }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByText(/\d+ sessions cannot be read: packs are missing or damaged\.$/)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText(/\d+ sessions unreadable/)
    }
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search all conversations' }).fill('harbour')
    await expect(page.getByText(/^Not everything was searched: \d+ sessions cannot be read/)).toBeVisible()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'Verify the store' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /faults/ })).toBeVisible()
    expect(pageErrors).toEqual([])
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})
