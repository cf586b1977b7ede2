/** Verify and Repair in the window, on a store with real damage: faults with what to do, what is lost, and the state after it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { strata } from '../support/strata-command.ts'
import { axeFindings } from './support/axe-findings.ts'
import { launchStrata } from './support/launch-strata.ts'

const damages: Readonly<Record<string, (pack: Buffer) => void>> = {
  'a tenth of a pack is zeros': (pack) => pack.fill(0, Math.floor(pack.length * 0.5), Math.floor(pack.length * 0.6)),
  'one byte of one artifact has changed': (pack) => {
    const at = Math.floor(pack.length * 0.55)
    pack[at] = (pack[at] ?? 0) ^ 0xff
  },
}

const damagedStore = (damage: (pack: Buffer) => void) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-verify-'))
  const [storeDir, transcripts] = [path.join(folder, 'store'), path.join(folder, 'projects')]
  cpSync(path.resolve('samples', 'projects'), transcripts, { recursive: true })
  expect(strata(storeDir, 'import', transcripts)).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(path.join(storeDir, 'packs'))
  const pack = readFileSync(path.join(storeDir, 'packs', name))
  damage(pack)
  writeFileSync(path.join(storeDir, 'packs', name), pack)
  return { folder, storeDir, transcripts }
}

const faultCount = async (page: Page): Promise<number> => {
  const verdict = page.getByRole('region', { name: 'Last check' }).locator('.verdict')
  await expect(verdict).toHaveText(/^\d+ faults?$/)
  return Number.parseInt((await verdict.textContent()) ?? '', 10)
}

const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    expect(await axeFindings(page)).toEqual([])
  }
}

for (const [what, damage] of Object.entries(damages)) {
  for (const areTranscriptsThere of [false, true]) {
    test(`${what}, the transcripts are ${areTranscriptsThere ? 'there' : 'gone'}: Verify lists the faults, Repair says what is lost, then the store is sound`, async () => {
      const { folder, storeDir, transcripts } = damagedStore(damage)
      if (!areTranscriptsThere) rmSync(transcripts, { recursive: true })
      const { page, pageErrors, close } = await launchStrata({ storeDir, size: { width: 1280, height: 800 } })
      try {
        await page.getByRole('link', { name: 'Store', exact: true }).click()
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        const faults = page.getByRole('table', { name: 'Faults' }).getByRole('row')
        const count = await faultCount(page)
        expect(count).toBeGreaterThan(0)
        await expect(faults).toHaveCount(count + 1)
        await expect(faults.nth(1)).toContainText(/pack 1, byte \d+/)
        await expect(page.getByText('Otherwise repair the store')).toBeVisible()
        await expectAccessible(page)

        await page.getByRole('link', { name: /^Problems/ }).click()
        await expect(page.getByRole('alert').first()).toContainText(`The store is damaged: the last check found ${count} fault`)
        await page.getByRole('button', { name: 'Show faults' }).click()

        await page.getByRole('button', { name: 'Repair', exact: true }).click()
        const repaired = page.getByRole('region', { name: 'Last repair' })
        await expect(repaired).toContainText('Pack 1 was damaged; its file is')
        await expect(page.getByText(/checked: \d+ fault/)).toHaveCount(0)
        const lost = page.getByRole('table', { name: 'Lost artifacts' }).getByRole('row')
        if (areTranscriptsThere) await expect(repaired).toContainText('Nothing is lost')
        else await expect(lost.nth(1)).toContainText(/art-[0-9a-f]{12}.*\.jsonl/)
        const lostCount = areTranscriptsThere ? 0 : (await lost.count()) - 1
        await expectAccessible(page)

        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        await expect(page.getByRole('region', { name: 'Last check' })).toContainText('No faults')
        await expect(page.getByText('damaged pack replaced')).toHaveCount(0)
        const losses = page.getByRole('table', { name: 'Known losses' }).getByRole('row')
        if (lostCount === 0) await expect(losses).toHaveCount(0)
        else await expect(losses.first()).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: /^Problems/ }).click()
        await expect(page.getByRole('grid', { name: 'Problems' })).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
        expect(pageErrors).toEqual([])
      } finally {
        await close()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  }
}
