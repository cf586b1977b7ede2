/** What the conversation says of sizes and costs, and how prompts are drawn. */
import { expect, test, type Locator } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, sessionId } = sampleWindow()

const statements = 'Import statements of three banks'
const conversation = (): Locator => page().getByRole('region', { name: 'Conversation' })
const outline = (): Locator => page().getByRole('navigation', { name: 'Outline' })

const open = async (title: string): Promise<void> => {
  await goTo('/sessions')
  await goTo(`/session/${await sessionId(title)}`)
  await expect(conversation().getByRole('article').first()).toBeVisible()
}

test('the turns that cost most are marked beside the scrollbar, and the pointer names each mark', async () => {
  await open(statements)
  await page().keyboard.press('$')
  const strip = page().locator('.scroll-marks')
  await expect(strip).toHaveAttribute('title', /Triangles: the turns that cost most/)
  const box = await strip.boundingBox()
  if (box === null) throw new Error('the strip has no size')
  const named = new Set<string>()
  for (let down = 1; down < box.height; down += 3) {
    await page().mouse.move(box.x + box.width / 2, box.y + down)
    for (const name of ((await strip.getAttribute('title')) ?? '').split('\n')) named.add(name)
  }
  expect([...named].filter((name) => /^One of the turns that cost most: \$/.test(name)).length).toBeGreaterThan(0)
  expect(named).toContain('Prompt')
})

test('a compaction without a recorded size after it says the size of the next reply, everywhere the same', async () => {
  await open(statements)
  const entry = outline().getByRole('button', { name: /^Compaction/ })
  await expect(entry).toContainText(/^Compaction 144,135 → [\d,]+ in the next reply$/)
  const [, next = ''] = /→ ([\d,]+) in/.exec((await entry.textContent()) ?? '') ?? []
  await entry.click()
  const row = conversation().getByRole('region', { name: 'Compaction', exact: true })
  await expect(row).toContainText(`144,135 → ${next} tokens in the next reply`)
  await page().keyboard.press('i')
  const inspector = page().getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('radio', { name: 'Context' }).click()
  await expect(inspector).toContainText(`144,135 → ${next} tokens in the next reply`)
  await page().keyboard.press('i')
})

test('a prompt is rendered as a response is', async () => {
  await open(statements)
  await outline()
    .getByRole('button', { name: /Last thing: the command/ })
    .click()
  const prompt = conversation().getByRole('article', { name: 'Human' }).filter({ hasText: 'Last thing' })
  await expect(prompt.locator('code').first()).toContainText('ledger import')
  await expect(prompt).not.toContainText('`')
})
