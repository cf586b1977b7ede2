/** Every screen in both themes, checked with axe: names, roles, contrast, headings, keyboard reach. */
import { expect, test } from '@playwright/test'
import { axeFindings, type Finding } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, openChain, sessionId } = sampleWindow()

const screens = [
  'sessions',
  'search',
  'search?text=test',
  'search?text=test%20-test%20kind%3Aoutput',
  'search?text=test%20after%3A2026-01-01%20before%3A2026-02-01',
  'search?reasoning=decision',
  'files',
  'log',
  'refs',
  'ledger',
  'analytics',
  'policies',
  'sql',
  'problems',
  'sources',
  'store',
  'settings',
]

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen in the ${theme} theme`, async () => {
    await page().emulateMedia({ colorScheme: theme })
    const found: Record<string, readonly Finding[]> = {}
    const look = async (name: string): Promise<void> => {
      await page().waitForTimeout(700)
      const here = await axeFindings(page())
      if (here.length > 0) found[name] = here
    }
    for (const screen of screens) {
      await goTo(`/${screen}`)
      await look(screen)
    }
    const session = await sessionId('Audit trail for bookings')
    for (const tab of ['conversation', 'timeline', 'figures']) {
      await goTo(`/session/${session}/${tab}`)
      await look(tab)
    }
    await goTo(`/session/${await sessionId('Import statements of three banks')}`)
    await page()
      .getByRole('button', { name: /^Sub-agent/ })
      .click()
    await page().keyboard.press('i')
    await page().keyboard.press('Control+f')
    await page().keyboard.type('bank')
    await look('conversation with inspector and find bar')
    await page().keyboard.press('Escape')
    await page().keyboard.press('i')
    await openChain('Audit trail for bookings')
    await look('chain')
    await page().getByText('Details', { exact: true }).click()
    await look('details')
    await page().keyboard.press('Shift+E')
    await expect(page().getByRole('dialog', { name: 'Export' })).toBeVisible()
    await look('export')
    await page().keyboard.press('Escape')
    await goTo('/problems')
    await page().getByRole('grid', { name: 'Problems' }).getByRole('row').nth(1).click()
    await expect(page().getByRole('region', { name: 'Excerpt' })).toBeVisible()
    await look('problem')
    for (const board of await boards()) {
      await goTo(board)
      await look(board)
    }
    await goTo('/analytics/tools?compare=day')
    await look('two groups compared')
    expect(found).toEqual({})
  })
}

/** Addresses of the boards of figures. */
const boards = async (): Promise<readonly string[]> => {
  await goTo('/analytics')
  const links = page().getByRole('navigation', { name: 'Boards' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace(/^#/, '')))
}
