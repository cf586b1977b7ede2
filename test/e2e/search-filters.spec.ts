/** What a search is restricted to, what helps when nothing is found, and searches that are kept. */
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { searchWindow } from './support/search-window.ts'

const opened = searchWindow()
const { button, dialog, field, findBar, goTo, heads, here, hits, results, search, sought, total } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

test('a filter by button and one by text are the same', async () => {
  await search('marmaladeplan')
  const kinds = page.getByRole('group', { name: 'Kinds of texts' })
  await kinds.getByRole('button', { name: 'Thinking' }).click()
  await expect(field()).toHaveValue('marmaladeplan kind:thinking')
  await expect(kinds.getByRole('button', { name: 'Thinking' })).toHaveAttribute('aria-pressed', 'true')
  await expect(hits()).toHaveText([/^Thinking/])
  await field().fill('marmaladeplan kind:response')
  await expect(kinds.getByRole('button', { name: 'Thinking' })).toHaveAttribute('aria-pressed', 'false')
  await expect(kinds.getByRole('button', { name: 'Responses' })).toHaveAttribute('aria-pressed', 'true')
  await expect(hits()).toHaveText([/^Response/])
  await kinds.getByRole('button', { name: 'Responses' }).click()
  await expect(field()).toHaveValue('marmaladeplan')
})

test('project, errors and days are filters of the text too', async () => {
  await search('test')
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'seedling' })
  await expect(field()).toHaveValue('test project:seedling')
  await expect(heads().first()).toContainText('seedling')
  await button('Errors only').click()
  await expect(field()).toHaveValue('test project:seedling is:error')
  await expect(hits().first().getByText('Error', { exact: true })).toBeVisible()
  await search('test')
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Between days…' })
  await page.getByLabel('From').fill('2026-02-01')
  await page.getByLabel('Before').fill('2026-02-15')
  await expect(field()).toHaveValue('test after:2026-02-01 before:2026-02-15')
  await expect(results()).toHaveAttribute('aria-busy', 'false')
  for (const time of await hits().locator('.result-time').allTextContents()) expect(time).toMatch(/^2026-02-(0\d|1[0-4])/)
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Any time' })
  await expect(field()).toHaveValue('test')
  await page.getByRole('radio', { name: 'Newest' }).click()
  expect(await here()).toContain('order=newest')
  await expect(results()).toHaveAttribute('aria-busy', 'false')
  const days = await heads().locator('.result-facts span:last-child').allTextContents()
  expect(days).toEqual([...days].sort().reverse())
})

test('facets count the sessions of each tool, project and month, and one click restricts to it', async () => {
  await search('test')
  const facets = page.getByRole('navigation', { name: 'Restrict to' })
  const bash = facets.getByRole('button', { name: /^Bash/ })
  await expect(bash).toHaveText(/\d/)
  const count = ((await bash.textContent()) ?? '').replace('Bash', '')
  await bash.click()
  await expect(field()).toHaveValue('test tool:Bash')
  await expect(total()).toHaveText(`${count} sessions`)
  await expect(bash).toHaveAttribute('aria-pressed', 'true')
  await bash.click()
  await expect(field()).toHaveValue('test')
  await facets.getByRole('button', { name: /^2026-02/ }).click()
  await expect(field()).toHaveValue('test after:2026-02-01 before:2026-03-01')
  await facets.getByRole('button', { name: /^2026-02/ }).click()
  await facets.getByRole('button', { name: /^harbor-board/ }).click()
  await expect(field()).toHaveValue('test project:harbor-board')
  await expect(page.getByRole('group', { name: 'Kinds of texts' }).getByRole('button', { name: /^Outputs \d/ })).toBeVisible()
})

test('a facet keeps the focus, and numbers of the search before are not shown beside new results', async () => {
  await search('test')
  const facets = page.getByRole('navigation', { name: 'Restrict to' })
  const bash = facets.getByRole('button', { name: /^Bash/ })
  await expect(bash).toHaveText(/\d/)
  await page.evaluate(() => {
    const wrong: string[] = []
    Object.assign(globalThis, { wrong })
    const look = (): void => {
      const sum = document.querySelector('.search-total')?.textContent ?? ''
      document.querySelectorAll('.search-facet-count').forEach((one: Element) => {
        const count = Number(one.textContent)
        if (count > Number.parseInt(sum, 10)) wrong.push(`${count} beside ${sum}`)
      })
      requestAnimationFrame(look)
    }
    look()
  })
  await bash.focus()
  await page.keyboard.press('Enter')
  await expect(field()).toHaveValue('test tool:Bash')
  await expect(bash).toBeFocused()
  await search('umlauts')
  await expect(facets.getByRole('button', { name: 'pocket-ledger 1', exact: true })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { wrong: string[] }).wrong)).toEqual([])
})

test('projects whose folders have the same name have different names', async () => {
  const inFolder = (cwd: string) =>
    conversation({ seed: cwd, cwd, start: '2026-03-23T09:00:00Z' }).human('Where is the zebrawood?').agent('Here.')
  const written = writeConversation(path.join(opened.folder(), 'twins'), inFolder('/home/ann/seedling'), inFolder('/home/bob/seedling'))
  await ask(page, 'import.start', { paths: [written.projects] })
  await goTo('/search?text=zebrawood')
  await expect(heads()).toHaveCount(2)
  const facts = heads().locator('.result-facts span:first-child')
  const names = ['ann/seedling', 'bob/seedling']
  await expect.poll(async () => (await facts.allTextContents()).sort()).toEqual(names)
  const facets = page.getByRole('navigation', { name: 'Restrict to' })
  for (const name of names) await expect(facets.getByRole('button', { name: `${name} 1`, exact: true })).toBeVisible()
  await search('zebrawood project:ann/seedling')
  await expect(facts).toHaveText(['ann/seedling'])
  await expect(facets.getByRole('button', { name: 'ann/seedling 1', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('the results stay where they are when the numbers beside them come', async () => {
  await goTo('/search')
  await page.evaluate(() => {
    const places = new Set<number>()
    Object.assign(globalThis, { places })
    const look = (): void => {
      const list = document.querySelector('.results')
      if (list !== null) places.add(list.getBoundingClientRect().left)
      requestAnimationFrame(look)
    }
    look()
  })
  await search('umlauts')
  await expect(page.getByRole('navigation', { name: 'Restrict to' })).toBeVisible()
  await expect(hits().first()).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { places: Set<number> }).places.size)).toBe(1)
})

test('a message in place of results is in the middle', async () => {
  await goTo('/search?text=nosuchwordanywhere')
  const heading = page.getByRole('heading', { name: 'No matches' })
  await expect(heading).toBeVisible()
  const middleOf = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left + right) / 2
    })
  expect(Math.abs((await middleOf('.search-body h2')) - (await middleOf('.search-body')))).toBeLessThan(2)
})

test('nothing found: each part that excludes everything is named, and can be dropped', async () => {
  await goTo(`/search?text=${encodeURIComponent('umlauts -savings kind:prompt')}`)
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(button('Without kind:prompt: 1 session')).toBeHidden()
  await button('Without -savings: 1 session').click()
  await expect(field()).toHaveValue('umlauts kind:prompt')
  await expect(heads()).toHaveCount(1)
  await goTo(`/search?text=${encodeURIComponent('umlauts project:nowhere tool:Bosh')}`)
  await expect(page.getByText('did you mean tool:Bash?')).toBeVisible()
  await button('Without project:nowhere tool:Bosh: 1 session').click()
  await expect(field()).toHaveValue('umlauts')
})

test('nothing found: a filter without any match is named, alone and beside words', async () => {
  const hints = page.getByRole('list', { name: 'Hints' })
  for (const filter of ['session:xyz', 'file:xyz', 'branch:xyz', 'model:xyz', 'tool:xyz', 'project:xyz']) {
    await goTo(`/search?text=${filter}`)
    await expect(hints).toHaveText(`Nothing has ${filter}.`)
    await expect(page.getByText('Try another value of the filter.')).toBeVisible()
    await goTo(`/search?text=${encodeURIComponent(`umlauts ${filter}`)}`)
    await expect(button(`Without ${filter}: 1 session`)).toBeVisible()
    await expect(hints).toHaveText(`Nothing has ${filter}.`)
  }
})

test('hints say what was not understood', async () => {
  await search('umlauts kind:promt')
  await expect(page.getByRole('list', { name: 'Hints' })).toContainText('did you mean kind:prompt?')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the last searches and saved ones are offered while the field is empty', async () => {
  await search('umlauts')
  await results().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+V')
  await expect(dialog('Save search')).toContainText('umlauts')
  await page.keyboard.type('Letters')
  await page.keyboard.press('Enter')
  await expect(button('Letters')).toHaveAttribute('aria-pressed', 'true')
  await search('marmaladeplan')
  await field().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(field()).toBeFocused()
  await page.keyboard.press('Escape')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await expect(recent.getByRole('listitem').first()).toHaveText('marmaladeplan')
  await page.keyboard.press('ArrowDown')
  await expect(recent.getByRole('button', { name: 'marmaladeplan', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field()).toHaveValue('marmaladeplan')
  await expect(field()).toBeFocused()
  await goTo('/search')
  await page.getByRole('region', { name: 'Saved searches' }).getByRole('button', { name: 'Letters' }).click()
  await expect(field()).toHaveValue('umlauts')
  await goTo('/sessions')
  await expect(button('Letters')).toHaveCount(0)
  await page.reload()
  await goTo('/search')
  await expect(page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem').first()).toHaveText('marmaladeplan')
})

test('thoughts that seem to be decisions are listed without a text, and those of a file from its versions', async () => {
  await goTo('/search')
  await button('Decisions').click()
  const texts = page.getByRole('grid', { name: 'Texts' })
  await expect(texts).toBeVisible()
  await expect(total()).toHaveText(/ of \d+ sessions?$/)
  expect(await here()).toBe('#/search?reasoning=decision')
  await expect(page.getByRole('group', { name: 'Kinds of texts' })).toHaveCount(0)
  await texts.getByRole('row').nth(1).dblclick()
  await expect(findBar()).toBeVisible()
  await expect(sought()).toBeInViewport()
  await goTo('/files')
  await page.getByRole('tree').locator('[role="treeitem"]:not([aria-expanded])').first().click()
  await button('Reasoning').click()
  expect(decodeURIComponent(await here())).toMatch(/^#\/search\?text=file:"\/.*"&reasoning=decision/)
  await expect(total()).toHaveText(/ texts? of /)
})

test('links of earlier versions lead to the same search', async () => {
  await goTo('/search?text=test&kinds=tool_call&since=2026-01-01&until=2026-01-31')
  await expect(field()).toHaveValue('test kind:call after:2026-01-01 before:2026-02-01')
  await expect(heads().first()).toBeVisible()
})
