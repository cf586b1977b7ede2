/** The SQL console in a real window: written, completed, run, sorted, drawn, saved, stopped, and refused where it must be. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, here, clipboard, saveTo } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const editor = () => page.getByRole('textbox', { name: 'SQL' })
const rows = () => page.getByRole('grid', { name: 'Rows' })
const write = async (sql: string): Promise<void> => {
  if (!(await here()).startsWith('#/sql')) await goTo('/sql')
  await editor().focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(sql)
}
const run = async (sql: string): Promise<void> => {
  await write(sql)
  await page.keyboard.press('Control+Enter')
}

test('a query is written with the keyboard alone, its columns are completed, and its address shows it again', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(editor()).toBeVisible()
  await page.keyboard.press('i')
  await expect(editor()).toBeFocused()
  await page.keyboard.type('SELECT session_id, human_prom')
  await expect(page.getByRole('option', { name: /human_prompts/ })).toBeVisible()
  // The list takes no key that was meant for the text before it came.
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' FROM sessions ORDER BY 2 DESC')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(rows()).toHaveAttribute('aria-colcount', '2')
  await expect(page.getByRole('columnheader', { name: 'human_prompts' })).toBeVisible()
  const address = await here()
  expect(address).toContain('/sql?sql=SELECT%20session_id%2C%20human_prompts')
  await run('SELECT 7 AS seven')
  await expect(rows()).toContainText('7')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('columnheader', { name: 'human_prompts' })).toBeVisible()
  expect(await here()).toBe(address)
})

test('rows are sorted by a heading, copied, drawn, and saved to a file', async () => {
  await run("SELECT * FROM (VALUES ('b', 2), ('a', 10), ('c', NULL)) t(name, n)")
  await expect(rows()).toHaveAttribute('aria-rowcount', '4')
  await page.getByRole('columnheader', { name: 'n', exact: true }).getByRole('button').click()
  await expect(rows().getByRole('row').nth(1)).toContainText('b')
  await page.getByRole('columnheader', { name: 'n', exact: true }).getByRole('button').click()
  await expect(rows().getByRole('row').nth(1)).toContainText('a')
  await expect(rows().getByRole('row').nth(3)).toContainText('NULL')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(clipboard).toBe('name\tn\nb\t2\na\t10\nc\t\n')
  await page.getByRole('radio', { name: 'Chart' }).click()
  await expect(page.getByRole('figure', { name: 'n by name' })).toBeVisible()
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'strata-sql-')), 'rows.csv')
  await saveTo(file)
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(page.getByText(`3 rows written to ${file}`)).toBeVisible()
  expect(readFileSync(file, 'utf8')).toBe('name,n\nb,2\na,10\nc,\n')
})

test('the grid of rows is as wide as its columns, with any number of columns', async () => {
  for (const sql of ['SELECT * FROM events', 'SELECT * FROM sessions', 'SELECT 1 AS one']) {
    await run(sql)
    await expect(rows().getByRole('row').nth(1)).toBeVisible()
    const { scroll, own, columns } = await rows().evaluate((grid) => {
      const right: number[] = []
      grid.querySelectorAll('[role=columnheader]').forEach((head) => right.push(head.getBoundingClientRect().right))
      return {
        scroll: grid.scrollWidth,
        own: grid.clientWidth,
        columns: Math.max(...right) - grid.getBoundingClientRect().left + grid.scrollLeft,
      }
    })
    // The end of the last column and the padding of the row.
    expect(scroll).toBeLessThanOrEqual(Math.max(own, Math.ceil(columns) + 24))
  }
})

test('a mistake is marked where it is, and a statement that writes is refused', async () => {
  await run('SELECT kind,\n  nmae\nFROM events')
  await expect(page.getByRole('alert')).toContainText('line 2, column 3')
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nmae')
  await run('DELETE FROM events')
  await expect(page.getByRole('alert')).toContainText('sql-refused')
  await run('SELECT count(*) AS n FROM events')
  await expect(rows()).not.toContainText(/\b0\b/)
})

test('a running query is stopped, and the window stays responsive meanwhile', async () => {
  await run('SELECT count(*) FROM range(100000000) a, range(100000000) b')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns of pins' }).click()
  await expect(page.getByRole('button', { name: 'pinned_at' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('alert')).toContainText('cancelled')
})

test('a query is saved under a name, and earlier queries are found again', async () => {
  await run('SELECT 41')
  await expect(rows()).toContainText('41')
  await write('SELECT 42 AS answer')
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('the answer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'the answer', exact: true })).toBeVisible()
  await write('SELECT 1')
  await page.getByRole('button', { name: 'the answer', exact: true }).click()
  await expect(editor()).toHaveText('SELECT 42 AS answer')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'SELECT 41' }).click()
  await expect(editor()).toHaveText('SELECT 41')
  await page.getByRole('button', { name: 'Remove the query the answer' }).click()
  await expect(page.getByRole('button', { name: 'the answer', exact: true })).toHaveCount(0)
  await goTo('/sessions')
})

test('built-in metrics are listed too: each opens its SQL, which runs without changes', async () => {
  await goTo('/sql')
  await page.getByRole('list', { name: 'Built-in queries' }).getByRole('button', { name: 'amplification', exact: true }).click()
  await expect(editor()).toContainText('How much did agents do for each prompt of a human?')
  await page.keyboard.press('Control+Enter')
  await expect(rows()).toContainText('total')
})
