/** A search over more texts than the first page needs: it is cancelled and continued, and says “No matches” only at its end. */
import path from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { conversation, type Conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { searchWindow } from './support/search-window.ts'

const opened = searchWindow()
const { button, folder, goTo, heads, total } = opened

const finished = async (call: string, input: unknown): Promise<void> => {
  const started = (await ask(opened.page(), call, input)) as { readonly value: { readonly jobId: string } }
  await ask(opened.page(), 'job.wait', { jobId: started.value.jobId })
}

const imported = async (name: string, ...sessions: readonly Conversation[]): Promise<void> => {
  await finished('import.start', { paths: [writeConversation(path.join(folder(), name), ...sessions).projects] })
  await finished('search.index', {})
}

/** An output of a megabyte; the last line of some has a word with a sign that others have with another one. */
const stock = (at: number): string => {
  const lines = Array.from({ length: 12_000 }, (_, line) => `pallet ${at}-${line} of the stock, counted twice; dock gate ${line % 31}`)
  return `${lines.join('\n')}\n${at % 20 === 0 ? 'gate dock closed' : 'gate then dock closed'}\n`
}

test.beforeAll(async () => {
  const warehouses = Array.from({ length: 60 }, (_, at) =>
    conversation({ seed: `warehouse ${at}`, start: new Date(Date.UTC(2026, 3, 1, at)).toISOString() })
      .human(`Count warehouse ${at}`)
      .runs('cat stock.txt', stock(at))
      .agent('Counted.'),
  )
  await imported('warehouses', ...warehouses)
})

const begin = (text: string): Promise<void> => goTo(`/search?text=${encodeURIComponent(text)}`)
const cancel = (): Locator => button('Cancel')
const noMatches = (): Locator => opened.page().getByRole('heading', { name: 'No matches' })

for (const text of ['/pallet \\d+-\\d+ of the yard/', '"stock counted gate" pallet']) {
  test(`the search ${text} has no result when it is cancelled, and “No matches” when it was continued to its end`, async () => {
    const page = opened.page()
    await begin(text)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(noMatches()).toBeHidden()
    await cancel().click()
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
    await expect(page.getByText(/^[\d,]+ of [\d,]+ possible match(es)? (was|were) checked\.$/)).toBeVisible()
    await expect(total()).toHaveText('0 sessions so far')
    await expect(noMatches()).toBeHidden()
    await button('Continue').click()
    await expect(noMatches()).toBeVisible()
    await expect(total()).toHaveText('0 sessions')
    await expect(button('Continue')).toBeHidden()
  })
}

test('a regular expression that was cancelled keeps what it has found, and its number is exact at the end', async () => {
  // Every line has to be looked at, as in the searches above.
  await begin('/^gate dock closed$|pallet \\d+-\\d+ of the yard/')
  await expect(opened.page().getByRole('progressbar')).toBeVisible()
  await cancel().click()
  await expect(button('Continue')).toBeVisible()
  await expect(total()).toHaveText(/^(at least \d sessions?|0 sessions so far)$/)
  expect(await heads().count()).toBeLessThanOrEqual(3)
  await button('Continue').click()
  await expect(total()).toHaveText('3 sessions')
  await expect(heads()).toHaveCount(3)
})

test('a search that was stopped stays stopped when sessions change', async () => {
  const page = opened.page()
  await begin('/pallet \\d+-\\d+ of the square/')
  await cancel().click()
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  await imported('squares', conversation({ seed: 'square' }).human('Count pallet 1-2 of the square').agent('Counted.'))
  // The window asks again at most 1.5 s after a change.
  await page.waitForTimeout(2500)
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  await button('Continue').click()
  await expect(total()).toHaveText('1 session')
})

test('a search that another one replaces ends without a word', async () => {
  await begin('/pallet \\d+-\\d+ of the field/')
  await expect(cancel()).toBeVisible()
  await opened.search('savings umlauts')
  await expect(total()).toHaveText('1 session')
  await expect(button('Continue')).toBeHidden()
  await begin('/pallet \\d+-\\d+ of the meadow/')
  await expect(cancel()).toBeVisible()
  await goTo('/sessions')
  await expect(opened.page().getByRole('button', { name: 'Cancel', exact: true })).toBeHidden()
})
