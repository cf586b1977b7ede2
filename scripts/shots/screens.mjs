/** The screens to take pictures of: the address of each, and what to do there first. */

/** `at` gives the address from the session ids by title; `prepare` works on the page; `keepsPointer`: the pointer stays there. */
export const screens = [
  { name: 'first-run', isBeforeImport: true, at: () => '/sources' },
  {
    name: 'sources',
    at: () => '/sources',
    prepare: async (page) => {
      await page.getByRole('switch').first().check()
      await page.getByText(/Watching \d+ files/).waitFor()
    },
  },
  { name: 'sessions', at: () => '/sessions', prepare: (page) => pressEach(page, ['j', 'j']) },
  {
    name: 'sessions-picked',
    at: () => '/sessions',
    prepare: async (page) => {
      await pick(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
      await page.getByRole('toolbar', { name: 'Selected sessions' }).waitFor()
    },
  },
  {
    name: 'sessions-export',
    at: () => '/sessions',
    prepare: async (page) => {
      await pick(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+E')
      await page.getByText(/secrets? in \d+ commits|No secrets found/).waitFor()
    },
  },
  {
    name: 'sessions-saved',
    at: () => '/sessions?text=network',
    prepare: async (page) => {
      await page.getByRole('grid', { name: 'Sessions' }).focus()
      await pressEach(page, ['Shift+V'])
      await page.keyboard.type('Network work')
      await pressEach(page, ['Enter', 'v'])
    },
  },
  {
    name: 'remove',
    at: () => '/sessions?text=harbour',
    prepare: async (page) => {
      await pick(page, 'Shift+ArrowDown', 'Delete')
      await page.getByRole('region', { name: 'What is removed' }).waitFor()
    },
  },
  {
    name: 'palette',
    at: () => '/sessions',
    prepare: async (page) => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('audit')
      await page.getByText('Commit', { exact: true }).first().waitFor()
    },
  },
  { name: 'conversation', at: ({ statements }) => `/session/${statements}`, prepare: (page) => page.waitForTimeout(2500) },
  {
    name: 'conversation-agent',
    at: ({ statements }) => `/session/${statements}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Sub-agent/ }).first().click()
      await pressEach(page, ['i'])
    },
  },
  {
    name: 'conversation-find',
    at: ({ statements }) => `/session/${statements}`,
    prepare: async (page) => {
      await pressEach(page, ['i', 'Control+f'])
      await page.keyboard.type('statement')
      await page.locator('.find-count', { hasText: 'match' }).waitFor()
      await pressEach(page, ['Enter', 'Enter'])
    },
  },
  {
    name: 'conversation-compaction',
    at: ({ statements }) => `/session/${statements}`,
    prepare: async (page) => {
      await pressEach(page, ['Escape', 'c', 'c'])
      await page.getByRole('button', { name: 'What was lost' }).last().click()
    },
  },
  {
    name: 'context',
    at: ({ statements }) => `/session/${statements}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /Last thing/ }).first().click()
      await pressEach(page, ['i'])
      await page.getByRole('radio', { name: 'Context' }).click()
      await page.getByRole('grid', { name: 'Items of the context' }).waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'timeline-context',
    keepsPointer: true,
    at: ({ statements }) => `/session/${statements}/timeline`,
    prepare: async (page) => {
      await pressEach(page, ['c'])
      await page.getByRole('grid', { name: 'Items of the context' }).waitFor()
      const box = await page.locator('.chart').boundingBox()
      await page.mouse.move(box.x + box.width * 0.55, box.y + 80)
      await page.locator('.context-tip .window-bar').waitFor()
    },
  },
  {
    name: 'timeline',
    at: ({ survive }) => `/session/${survive}/timeline`,
    prepare: (page) => pressEach(page, ['Right', 'Right', 'Enter']),
  },
  { name: 'chain', at: ({ frost }) => `/session/${frost}/chain`, prepare: (page) => pressEach(page, ['j', 'j', 'j', 'j', 'j', 'j']) },
  {
    name: 'compaction',
    at: ({ frost }) => `/session/${frost}/chain`,
    prepare: (page) => page.getByRole('grid', { name: 'Commits' }).getByText('compaction', { exact: true }).click(),
  },
  { name: 'menu', at: ({ frost }) => `/session/${frost}/chain`, prepare: (page) => pressEach(page, ['j', 'm']) },
  { name: 'materialise', at: ({ frost }) => `/session/${frost}/chain`, prepare: (page) => pressEach(page, ['Shift+M']) },
  {
    name: 'export',
    at: ({ survive }) => `/session/${survive}/chain`,
    prepare: async (page) => {
      await pressEach(page, ['Shift+E'])
      await page.getByLabel('Token budget').fill('200k')
      await page.getByText('Compacted').waitFor()
    },
  },
  {
    name: 'export-parts',
    at: ({ survive }) => `/session/${survive}/chain`,
    prepare: async (page) => {
      await pressEach(page, ['Shift+E'])
      await page.getByLabel('Export format').selectOption('messages')
      await page.getByRole('radio', { name: /^Root/ }).check()
      await page.getByLabel('Token budget').fill('12k')
      await page.getByRole('button', { name: 'Pin turn 2', exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Drop turn 1', exact: true }).press('Enter')
      await page.getByText('Undo 2 choices').scrollIntoViewIfNeeded()
    },
  },
  { name: 'resume', at: ({ survive }) => `/session/${survive}/chain`, prepare: (page) => pressEach(page, ['Shift+R']) },
  { name: 'refs', at: () => '/refs' },
  {
    name: 'compare',
    at: ({ polling, events }) => `/compare?left=${polling}&right=${events}`,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Right conversation' }).getByRole('article').first().waitFor()
      await pressEach(page, ['n', 'n', 'n', 'n', 'n'])
    },
  },
  { name: 'search', at: () => '/search?text=run%20test', prepare: searched },
  {
    name: 'search-start',
    at: () => '/search',
    prepare: async (page) => {
      for (const text of ['"savings bank" kind:prompt', 'tool:Bash is:error', 'harbour feed']) {
        await page.getByRole('textbox', { name: 'Search all conversations' }).fill(text)
        await page.getByRole('treegrid', { name: 'Results' }).waitFor()
        await pressEach(page, ['Enter', 'Escape', 'Escape'])
      }
    },
  },
  { name: 'search-none', at: () => '/search?text=umlauts%20-savings%20kind%3Aprompt', prepare: (page) => page.getByRole('button', { name: /^Without/ }).first().waitFor() },
  {
    name: 'search-opened',
    at: () => '/search?text=cooperative%20bank%20kind%3Athinking',
    prepare: async (page) => {
      await searched(page)
      await pressEach(page, ['Enter'])
      await page.locator('.conversation-slot.is-sought').waitFor()
    },
  },
  {
    name: 'search-reasoning',
    at: () => '/search?reasoning=decision',
    prepare: async (page) => {
      await page.getByRole('grid', { name: 'Texts' }).waitFor()
      await pressEach(page, ['j', 'j'])
    },
  },
  {
    name: 'reasoning',
    at: () => '/reasoning',
    prepare: async (page) => {
      await page.getByRole('grid', { name: 'Texts' }).waitFor()
      await pressEach(page, ['j', 'j'])
      await page.getByRole('region', { name: 'Text', exact: true }).getByText('Place', { exact: true }).waitFor()
    },
  },
  {
    name: 'reasoning-graph',
    at: () => '/reasoning/graph',
    prepare: async (page) => {
      await page.getByRole('grid', { name: 'Texts' }).waitFor()
      await pressEach(page, ['j', 'j'])
    },
  },
  {
    name: 'reasoning-ask',
    at: () => `/reasoning/ask?folder=*&question=${encodeURIComponent('Why are the statements of the banks parsed by hand?')}`,
    prepare: (page) => page.getByRole('region', { name: 'Answer' }).waitFor(),
  },
  {
    name: 'commit-objects',
    at: ({ statements }) => `/session/${statements}/chain`,
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Objects', exact: true }).click()
      await page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(3).click()
    },
  },
  {
    name: 'inspector-files',
    at: ({ statements }) => `/session/${statements}`,
    prepare: async (page) => {
      await pressEach(page, ['i'])
      await page.getByRole('complementary', { name: 'Inspector' }).getByRole('radio', { name: 'Files', exact: true }).click()
    },
  },
  { name: 'files', at: () => '/files?text=board', prepare: (page) => pressEach(page, ['j', 'j', 'j', 'j']) },
  { name: 'files-diff', at: () => '/files?path=/home/mira/code/harbor-board/src/board.tsx&face=diff' },
  { name: 'files-blame', at: () => '/files?path=/home/mira/code/harbor-board/src/board.tsx&face=blame' },
  { name: 'store', at: () => '/store' },
  {
    name: 'settings',
    at: () => '/settings',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'New private word' }).fill('acme.example')
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Private words' }).waitFor()
    },
  },
  {
    name: 'collect',
    at: () => '/store',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Collect garbage…' }).click()
      await page.getByRole('textbox', { name: 'Retention in days' }).fill('0')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('region', { name: 'Unused artifacts' }).waitFor()
    },
  },
  {
    name: 'summaries',
    at: () => '/store',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Write summaries…' }).click()
      await page.getByRole('region', { name: 'What would be sent' }).waitFor()
    },
  },
  {
    name: 'push',
    at: () => '/store',
    prepare: async (page) => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('push to remote')
      await page.keyboard.press('Enter')
      await page.getByText('No remotes yet').waitFor()
    },
  },
  { name: 'figures', at: ({ survive }) => `/session/${survive}/figures` },
  { name: 'ledger', at: () => '/ledger' },
  {
    name: 'ledger-reference',
    at: () => '/ledger',
    prepare: (page) => page.getByRole('heading', { name: 'Totals by the reference rules' }).evaluate((heading) => heading.scrollIntoView()),
  },
  {
    name: 'policies',
    at: () => '/policies',
    prepare: async (page) => {
      const run = page.getByRole('button', { name: 'Run backtest' }).first()
      if (await run.isVisible()) await run.click()
      await page.getByRole('grid', { name: 'Policies' }).waitFor({ timeout: 120_000 })
      await pressEach(page, ['j', 'j'])
      await page.getByRole('grid', { name: 'Cases' }).waitFor()
    },
  },
  { name: 'records', at: () => '/ledger?tab=records&class=meta', prepare: (page) => pressEach(page, ['j', 'j']) },
  { name: 'rules', at: () => '/ledger?tab=rules', prepare: (page) => pressEach(page, ['j']) },
  { name: 'log', at: () => '/log', prepare: (page) => pressEach(page, ['j']) },
  { name: 'analytics-overview', at: () => '/analytics', prepare: (page) => page.locator('.analytics-trend').first().waitFor() },
  {
    name: 'analytics-meaning',
    at: () => '/analytics/amplification',
    prepare: async (page) => {
      await counted(page)
      const spread = page.getByRole('region', { name: 'Spread of work per prompt' })
      await spread.getByRole('button', { name: 'What the numbers mean' }).click()
      await page.getByText('How it follows from other numbers').waitFor()
    },
  },
  { name: 'analytics-classes', at: () => '/analytics/records?q=ledger', prepare: (page) => page.waitForTimeout(900) },
  { name: 'analytics-time', at: () => '/analytics/time', prepare: counted },
  { name: 'analytics-sessions', at: () => '/analytics/sessions', prepare: counted },
  { name: 'analytics-storage', at: () => '/analytics/storage', prepare: counted },
  { name: 'analytics-metric', at: () => '/analytics/tools?q=tools', prepare: (page) => page.waitForTimeout(900) },
  { name: 'analytics-events', at: () => '/analytics/records?q=events', prepare: (page) => page.waitForTimeout(900) },
  { name: 'analytics-turns', at: () => '/analytics/amplification?q=turns', prepare: (page) => page.waitForTimeout(900) },
  { name: 'analytics-tools', at: () => '/analytics/tools', prepare: counted },
  { name: 'analytics-activity', at: () => '/analytics/activity', prepare: counted },
  { name: 'analytics-tokens', at: () => '/analytics/tokens', prepare: counted },
  { name: 'analytics-amplification', at: () => '/analytics/amplification', prepare: counted },
  { name: 'analytics-context', at: () => '/analytics/context', prepare: counted },
  { name: 'analytics-compaction', at: () => '/analytics/compaction', prepare: counted },
  { name: 'analytics-cache', at: () => '/analytics/cache', prepare: counted },
  {
    name: 'sql',
    at: () =>
      `/sql?sql=${encodeURIComponent("SELECT tool_name, count(*) AS calls\nFROM events\nWHERE kind = 'tool_call'\nGROUP BY ALL\nORDER BY calls DESC")}`,
    prepare: (page) => page.getByRole('radio', { name: 'Chart' }).click(),
  },
  { name: 'sql-rows', at: () => `/sql?sql=${encodeURIComponent('SELECT * FROM sessions')}`, prepare: (page) => page.waitForTimeout(1500) },
  { name: 'problems', at: () => '/problems', prepare: (page) => pressEach(page, ['j']) },
  { name: 'keys', at: ({ frost }) => `/session/${frost}/chain`, prepare: (page) => pressEach(page, ['?']) },
  // The last one: the window keeps the face of a commit.
  {
    name: 'commit-details',
    at: ({ frost }) => `/session/${frost}/chain`,
    prepare: (page) => page.getByRole('radio', { name: 'Details' }).click(),
  },
]

/** The pictures that documents show: at most eight, so that the repository stays small. */
export const documentPictures = new Set([
  'conversation-light.png',
  'timeline-light.png',
  'context-light.png',
  'sessions-light.png',
  'chain-light.png',
  'export-light.png',
  'search-light.png',
  'ledger-light.png',
  'analytics-tools-light.png',
  'reasoning-light.png',
])

/** Words that find a session, by the name under which `at` gets its id. */
export const wantedSessions = { statements: 'Import statements of three banks', survive: 'survive a network failure', frost: 'nine of ten years', polling: 'Fewer requests to the harbour feed', events: 'events instead of polling' }

/** The first hit is selected. */
async function searched(page) {
  const results = page.getByRole('treegrid', { name: 'Results' })
  await results.waitFor()
  await results.focus()
  await pressEach(page, ['j', 'j'])
}

/** Every card has its answer. */
async function counted(page) {
  await page.locator('.analytics-figure').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.analytics-card [aria-busy="true"]') === null)
}

/** Picks the first session, after those picked before are dropped, and presses keys. */
async function pick(page, ...keys) {
  await page.getByRole('grid', { name: 'Sessions' }).focus()
  await pressEach(page, ['Escape', 'Home', 'x', ...keys])
}

const named = { Right: 'ArrowRight' }

async function pressEach(page, keys) {
  for (const key of keys) {
    await page.keyboard.press(named[key] ?? key)
    await page.waitForTimeout(250)
  }
}
