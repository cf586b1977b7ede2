/** A prices.json that a person wrote wrongly: the failure says which field is wrong, what is expected, and what to do. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownPricesPath, priceTables } from '../../../../app/engine/kernel/price-tables.ts'
import { toFailure } from '../../../../app/model/failure.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const price = {
  models: ['claude-x'],
  from: '2026-01-31',
  input: 1,
  output: 2,
  cacheWrite5m: 1,
  cacheWrite1h: 1,
  cacheRead: 0.1,
  source: 'an invoice',
}

const failureOf = async (text: string) => {
  const store = tempDir()
  writeFileSync(ownPricesPath(store), text)
  const failure = await priceTables(store).then(() => undefined, toFailure)
  if (failure === undefined) throw new Error('the file is valid')
  return { ...failure, path: ownPricesPath(store) }
}

test.each<readonly [unknown, string]>([
  [{ prices: [{ ...price, input: '1' }] }, 'prices[0].input must be a number'],
  [{ prices: [price, { ...price, output: -1 }] }, 'prices[1].output must be at least 0'],
  [{ prices: [{ ...price, from: '31.1.2026' }] }, 'prices[0].from must be a day such as 2026-01-31'],
  [{ prices: [{ ...price, models: [] }] }, 'prices[0].models is empty'],
  [{ prices: [{ ...price, overTokens: 0.5 }] }, 'prices[0].overTokens must be a whole number'],
  [{ prices: [{ ...price, inputs: 1 }] }, 'prices[0] does not accept inputs'],
  [{ prices: [{ ...price, source: undefined }] }, 'prices[0].source is missing'],
  [{ prices: [], sources: { a: { title: 'A', url: 'a', read: '2026-01-31' } } }, 'sources.a.url must be a URL such as https://example.com'],
  [{ prices: {} }, 'prices must be a list'],
  [{}, 'prices is missing'],
  [[], 'the file must be an object'],
])('%j names the field and what it must be', async (table, reason) => {
  const { code, message, hint, path } = await failureOf(JSON.stringify(table))
  expect([code, message]).toEqual(['prices-malformed', `${path} is not a price table: ${reason}`])
  expect(message).not.toMatch(/Invalid|expected|received/)
  expect(hint).toContain('Correct or remove prices.json')
})

test('text that is not JSON is described as such', async () => {
  const { message } = await failureOf('{\n  "prices": [1 2]\n}')
  expect(message).toMatch(/is not a price table: the file is not valid JSON: .*line 2/)
  expect((await failureOf('\xff')).message).not.toContain('is missing')
})

test('a file that cannot be read is reported with the reason of the system', async () => {
  const store = tempDir()
  mkdirSync(ownPricesPath(store))
  await expect(priceTables(store)).rejects.toMatchObject({
    code: 'prices-malformed',
    message: expect.stringContaining(': EISDIR') as string,
  })
})
