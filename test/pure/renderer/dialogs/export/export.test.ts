/** The export dialog, as far as it can be computed. */
import { expect, test } from 'vitest'
import type { ExportPlan } from '../../../../../app/contract/export.ts'
import { readBudget } from '../../../../../app/model/format/token-budget.ts'
import { budgetShares } from '../../../../../renderer/dialogs/export/budget-shares.ts'
import { exportCommand, exportName, type ExportChoice } from '../../../../../renderer/dialogs/export/export-targets.ts'

const part = (commits: number, tokens: number | null) => ({
  commits,
  tokens,
  bytes: commits * 10,
  summaries: 0,
  estimated: 0,
  unmeasured: 0,
})
const plan = (goesIn: number | null, compacted: number | null): ExportPlan => ({
  commitId: 'ctx-1',
  goesIn: part(2, goesIn),
  compacted: part(3, compacted),
  leftOut: part(0, null),
  model: null,
  window: null,
  fitting: null,
  ways: null,
})

test('the bar is as wide as the budget, and marks it when the export is larger', () => {
  expect(budgetShares(plan(100, 300), 800)).toEqual({
    unit: 'tokens',
    shares: { goesIn: 0.125, compacted: 0.375, leftOut: 0 },
    budgetAt: 1,
    over: undefined,
  })
  expect(budgetShares(plan(100, 300), 40)).toMatchObject({ budgetAt: 0.1, over: 60 })
})

test('without counts of tokens the bar shows bytes, and no budget is compared with them', () => {
  expect(budgetShares(plan(100, null), 40)).toEqual({
    unit: 'bytes',
    shares: { goesIn: 0.4, compacted: 0.6, leftOut: 0 },
    budgetAt: undefined,
    over: 60,
  })
  expect(budgetShares(plan(null, null), 40).over).toBeUndefined()
})

test.each([
  ['200000', 200_000],
  ['200,000', 200_000],
  ['1.5k', 1500],
  ['1M', 1_000_000],
  ['', undefined],
  ['0', undefined],
  ['many', undefined],
  ['12 words', undefined],
])('a budget of “%s” is %s tokens', (text, tokens) => {
  expect(readBudget(text)).toBe(tokens)
})

const choice: ExportChoice = {
  pinned: [],
  dropped: [],
  commitId: 'ctx-1',
  target: 'claude-code',
  stop: 'compaction',
  policy: undefined,
  budget: undefined,
  isInstalled: true,
  folder: '',
  redact: false,
  leave: [],
}

test('the shown command has the effect of the dialog', () => {
  expect(exportCommand(choice)).toBe('strata export ctx-1 --for claude-code --stop compaction --install')
  expect(exportCommand({ ...choice, isInstalled: false, folder: '/my project' })).toBe(
    "strata export ctx-1 --for claude-code --stop compaction --out ctx-1.jsonl --cwd '/my project'",
  )
  expect(exportCommand({ ...choice, policy: 'turn' })).toContain(' --policy turn --install')
  expect(exportCommand({ ...choice, target: 'bundle', stop: 'root', isInstalled: false })).toBe('strata bundle create ctx-1.bundle ctx-1')
  expect(exportCommand({ ...choice, target: 'bundle', stop: 'ctx-0', isInstalled: false })).toBe(
    'strata bundle create ctx-1.bundle ctx-1 --since ctx-0',
  )
  expect(exportCommand({ ...choice, target: 'html', isInstalled: false, redact: true, leave: ['0123456789abcdef'] })).toBe(
    'strata export ctx-1 --for html --stop compaction --redact --leave 0123456789abcdef --out ctx-1.html',
  )
  expect(exportName({ ...choice, target: 'markdown' })).toBe('ctx-1.md')
})
