/** Summaries by a model, asked for in the window: the cost is said before and after, and each summary is there as it comes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { launchWithSamples } from './support/sample-home.ts'

const answer = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text: 'Written by a model on this machine' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1000, output_tokens: 20 },
})

test('with a key summaries are sent only on request, and the cost is that of the answers', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const strata = await launchWithSamples({ env: { ANTHROPIC_API_KEY: 'sk-of-the-test', ANTHROPIC_BASE_URL: url } })
  const { page } = strata
  await page.evaluate(() => {
    window.location.hash = '/store'
  })
  await page.getByRole('button', { name: 'Write summaries…' }).click()
  const form = page.getByRole('dialog', { name: 'Write summaries' })
  await form.getByRole('checkbox', { name: /^Send immediately/ }).check()
  await form.getByRole('button', { name: 'Preview' }).click()
  const outlook = form.getByRole('region', { name: 'What would be sent' })
  await expect(outlook).toContainText('127.0.0.1')
  await expect(outlook).toContainText('not encrypted')
  await expect(outlook).toContainText('ANTHROPIC_API_KEY')
  await expect(outlook).toContainText('$')
  expect(asked).toEqual([])
  await form.getByRole('button', { name: /^Send \d+ commits/ }).click()
  const written = form.getByRole('region', { name: 'Written summaries' })
  await expect(written).toContainText(/\d+ summaries written by claude-haiku-4-5/)
  await expect(written).toContainText(/\$\d/)
  expect(asked.length).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    window.location.hash = '/log'
  })
  await expect(page.getByRole('row', { name: /Written by a model on this machine/ }).first()).toBeVisible()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  server.close()
})
