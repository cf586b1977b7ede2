/** Checks what a window shows with axe: names, roles, contrast, headings, keyboard reach. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

export interface Finding {
  readonly rule: string
  readonly help: string
  readonly places: readonly string[]
}

/** What axe finds on the screen as it is now. */
export async function axeFindings(page: Page): Promise<readonly Finding[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }> }
    }
    const { violations } = await checker.run()
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      places: nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  })
}
