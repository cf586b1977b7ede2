/** A store with a damaged pack in the window: what can be restored is, and what cannot is named. */
import { execFileSync } from 'node:child_process'
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
