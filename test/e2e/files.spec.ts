/** The files that agents read and changed, in the window. */
import { expect, test, type Page } from '@playwright/test'
import { axeFindings } from './support/axe-findings.ts'
import { filesWindow, lamps, manyLines, signals, table, tides } from './support/files-window.ts'

const opened = filesWindow()
const { goTo, here, field, slider, content, lines, facts, look, openFile } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

test('on arrival the first file is selected', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^\d+ of \d+/)
  const selected = page.getByRole('tree', { name: 'Files' }).getByRole('treeitem', { selected: true })
  await expect(selected).toHaveCount(1)
  const heading = await page.getByRole('heading', { level: 2, name: /^\// }).textContent()
  expect(await selected.getAttribute('title')).toContain(heading)
})

test('a file is found by a part of its path, and its versions are read one after the other', async () => {
  await page.keyboard.press('/')
  await page.keyboard.type('SAILING-stream.ts')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ files?$/ })).toHaveText('1 file')
  await page.getByRole('searchbox', { name: 'Filter by path' }).blur()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name: /^\/\S*sailing-stream\.ts$/ })).toBeVisible()
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^2 of 2: .*Edit, computed, \+\d+ −\d+/)
  await page.keyboard.press('Shift+J')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^1 of 2: .*Write, observed/)
  await expect.poll(() => field('version')).toMatch(/^src-\w+:\d+$/)
  await page.keyboard.press('Shift+K')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^2 of 2/)
})

test('lines have their proof beside them, and what is not known is a gap', async () => {
  await openFile(lamps)
  await slider('Version').focus()
  await page.keyboard.press('Home')
  await expect(facts('Version')).toContainText('partial')
  await expect(lines().nth(0)).toHaveText('Lines 1 to 9 are not known')
  await expect(lines().nth(0).getByRole('gridcell', { name: 'unknown' })).toBeVisible()
  await expect(lines().nth(1)).toContainText('const lamp10 = 10')
  await expect(lines().nth(1).getByRole('gridcell', { name: 'observed' })).toBeVisible()
  await expect(lines().nth(6)).toHaveText('Lines 15 to 41 are not known')
  await expect(page.getByRole('group', { name: 'Legend' })).toHaveText(/observed 5 lines\s*unknown 36 lines/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(facts('Version')).toContainText('computed')
  await expect(facts('Version')).toContainText('+2 −1')
  // The change is in view without scrolling to it.
  const changed = content().getByRole('row').filter({ hasText: 'const extra = true' })
  await expect(changed).toBeInViewport()
  await expect(changed.getByRole('gridcell', { name: 'computed' })).toBeVisible()
})

test('a line and a version lead to the conversation at their record, and back comes to the version', async () => {
  await openFile(lamps)
  await slider('Version').focus()
  await page.keyboard.press('Home')
  await expect(lines().nth(1)).toContainText('lamp10')
  await lines().nth(1).click()
  await expect(page.getByText('Line 10: observed by version 1')).toBeVisible()
  const version = await field('version')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(await here()).toMatch(/^#\/session\/.*record=src-/)
  await expect(page.locator('.conversation-slot.is-sought')).toContainText('lamps.ts')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^1 of 5/)
  expect(await field('version')).toBe(version)
  await page.keyboard.press('o')
  await expect(page.locator('.conversation-slot.is-sought')).toContainText('lamps.ts')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(slider('Version')).toBeVisible()
})

test('a deletion and refuted knowledge are marked', async () => {
  await openFile(lamps)
  await slider('Version').focus()
  await page.keyboard.press('End')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', 'disk now')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^4 of 5: .*Deletion, deleted/)
  await expect(page.getByRole('heading', { name: 'File does not exist' })).toBeVisible()
  await expect(page.locator('.scrubber-marks .scrubber-deletion')).toHaveCount(1)
  await openFile(tides)
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /2 of 2: .*refutes what was known as likely/)
  await expect(page.locator('.scrubber-marks .scrubber-refuted')).toHaveCount(1)
  await expect(page.getByText('1 later observation: 0 confirmed, 1 refuted')).toBeVisible()
})

test('a version is compared with the one before, and any two with each other', async () => {
  await openFile(lamps)
  await slider('Version').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^3 of 5/)
  await expect.poll(() => field('version')).not.toBeNull()
  await look('Diff')
  const diff = page.getByRole('grid', { name: 'Changed lines' })
  await expect(slider('Version A')).toHaveAttribute('aria-valuetext', /^2 of 5/)
  await expect(diff.getByRole('row').filter({ hasText: 'const extra = true' })).toHaveText(/^31\+/)
  await expect(page.getByRole('status').filter({ hasText: 'lines' })).toContainText('+2 −1 lines')
  await diff.getByRole('button', { name: /25 unchanged lines/ }).click()
  await expect(diff.getByText('const lamp1 = 1', { exact: true })).toBeVisible()
  await slider('Version A').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider('Version A')).toHaveAttribute('aria-valuetext', /^1 of 5/)
  await expect.poll(() => field('against')).toMatch(/^src-/)
  // Lines that version A does not know are no change.
  await expect(page.getByRole('status').filter({ hasText: 'lines' })).toContainText('+0 −0 lines')
  await expect(diff.getByText('Lines 1 to 9 are not known in version A')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(content()).toBeVisible()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(slider('Version A')).toHaveAttribute('aria-valuetext', /^1 of 5/)
})

test('a version inside a record has its lines without their proof, and is compared', async () => {
  await openFile(signals, '&session=' + (await opened.sessionId('Change the signal')))
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^3 of 3/)
  await page.keyboard.press('Shift+J')
  await expect(lines().nth(0)).toContainText('blue')
  await expect(lines().nth(0).getByRole('gridcell', { name: 'proof not available' })).toBeAttached()
  await expect(page.getByText('Proof of each line: n/a')).toBeVisible()
  await look('Diff')
  await expect(page.getByRole('status').filter({ hasText: 'line' })).toContainText('+1 −0 line')
  await page.keyboard.press('Shift+J')
  await expect(slider('Version B')).toHaveAttribute('aria-valuetext', /^1 of 3/)
  await expect(page.getByRole('heading', { name: 'First version' })).toBeVisible()
  await expect(slider('Version A')).toHaveCount(0)
})

test('a commit whose version is not in the list selects none', async () => {
  const commit = await opened.openChain('Turn the lamps on')
  await goTo(`/files?path=${encodeURIComponent(lamps)}&at=${commit}&session=${await opened.sessionId('Write the lamps again')}`)
  await expect(page.getByText('No version is selected')).toBeVisible()
  await expect(slider('Version')).toHaveCount(0)
  await look('Versions')
  await page.getByRole('grid', { name: 'Versions' }).getByRole('row').nth(1).click()
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^1 of 1/)
})

test('a comparison with a version in which the file does not exist shows every line as removed', async () => {
  await openFile(lamps, '&face=diff')
  await expect(slider('Version A')).toHaveAttribute('aria-valuetext', /^4 of 5: .*deleted/)
  await expect(page.getByRole('status').filter({ hasText: 'line' })).toContainText('+1 −0 line')
})

test('the blame says who wrote each line, and leads to the conversation', async () => {
  await openFile(lamps)
  await slider('Version').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => field('version')).not.toBeNull()
  await page.keyboard.press('3')
  const blame = page.getByRole('grid', { name: 'Blame' })
  await expect(blame.getByRole('row').first()).toContainText('there before')
  const written = blame.getByRole('row').filter({ hasText: 'const lamp30 = 31' })
  await blame.focus()
  await page.keyboard.press('End')
  await expect(written).toContainText('Turn the lamps on')
  await expect(page.getByText(/^2 lines by agents, 39 there when first seen, at the end of ctx-\w+$/)).toBeVisible()
  await written.getByRole('button').click()
  await expect(page.locator('.conversation-slot.is-sought')).toContainText('lamps.ts')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(blame).toBeVisible()
  await page.keyboard.press('Shift+J')
  await expect(page.getByText(/at the end of ctx-\w+, after this version$/)).toBeVisible()
})

test('the blame of the newest version of a session is not that of another session', async () => {
  await openFile(lamps, `&face=blame&session=${await opened.sessionId('Turn the lamps on')}`)
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^4 of 4: .*deleted/)
  await expect(page.getByRole('heading', { name: 'File does not exist' })).toBeVisible()
})

test('all versions are listed, the newest first, and one is chosen', async () => {
  await openFile(lamps, '&face=versions')
  const rows = page.getByRole('grid', { name: 'Versions' }).getByRole('row')
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(1)).toContainText('Write')
  await expect(rows.nth(2)).toContainText('deleted')
  await rows.nth(3).click()
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^3 of 5/)
})

test('every call is listed with its conversation, also those that show no content', async () => {
  await openFile(lamps)
  await look('Calls')
  await expect(page.getByRole('grid', { name: 'Calls' }).getByRole('row')).toHaveCount(6)
  const newest = await here()
  expect(newest).toMatch(/call=src-\w+%3A\d+%3A\d+&commit=ctx-/)
  await page.keyboard.press('Shift+J')
  await expect.poll(here).not.toBe(newest)
  await expect(page.locator('.conversation-slot.is-sought')).toContainText('lamps.ts')
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).dblclick()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(await here()).toMatch(/^#\/session\/.*record=src-/)
})

test('of a long file only the lines in view are drawn, and the last one is reached with a key', async () => {
  await openFile(table)
  await expect(content()).toHaveAttribute('aria-rowcount', String(manyLines))
  expect(await lines().count()).toBeLessThan(120)
  await content().focus()
  await page.keyboard.press('End')
  await expect(content().getByText(`const lamp${manyLines} = ${manyLines}`)).toBeInViewport()
})

/** The views of a file with the name of their rows. */
const views = {
  content: 'Content',
  diff: 'Changed lines',
  blame: 'Blame',
  versions: 'Versions',
  calls: 'Calls',
}

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing on a file however it is looked at, in the ${theme} theme`, async () => {
    await page.emulateMedia({ colorScheme: theme })
    const found: Record<string, unknown> = {}
    for (const [face, name] of Object.entries(views)) {
      await goTo(`/files?path=${encodeURIComponent(lamps)}&face=${face}`)
      await expect(page.getByRole('grid', { name })).toBeVisible()
      const here = await axeFindings(page)
      if (here.length > 0) found[face] = here
    }
    expect(found).toEqual({})
  })
