/**
 * Fits the weights of app/model/token-weights.json to the replies of a store: how many tokens a character of each kind takes.
 *
 *   node scripts/calibrate.mjs STORE
 *
 * A step is what a reply and the records behind it add before the next reply; its tokens are the difference of the usage of both. The fit is
 * by least squares of relative errors with weights that are not negative; steps that fit badly (a picture, text that no record has) count
 * less each time. A model with many steps gets the same weights times the factor that fits its steps.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const kinds = ['response', 'thinking', 'tool_call', 'tool_result', 'prompt', 'injected']
const names = [...kinds, 'per_call', 'per_step']
const fewestSteps = 500
const rounds = 8

const [store] = process.argv.slice(2)
if (store === undefined) throw new Error('usage: node scripts/calibrate.mjs STORE')

const folder = await mkdtemp(path.join(tmpdir(), 'calibrate-'))
const file = path.join(folder, 'steps.json')
await promisify(execFile)(process.execPath, [
  path.join(root, 'scripts/strata.mjs'),
  ...['--store', store, 'ask', 'estimate-steps', '--out', file],
])
const rows = JSON.parse(await readFile(file, 'utf8'))
await rm(folder, { recursive: true })
const steps = rows.map((row) => ({
  model: row.model,
  tokens: Number(row.growth),
  values: [...kinds.map((kind) => Number(row[kind])), Number(row.calls), 1],
}))

/** Tokens of a step by some weights. */
const estimate = (weights, { values }) => values.reduce((sum, value, at) => sum + value * weights[at], 0)
/** Small steps are mostly noise. */
const scaleOf = ({ tokens }) => Math.max(tokens, 200)

/** Least squares without negative weights, one weight after the other until none changes. */
const fitted = (importance) => {
  const weights = names.map(() => 0)
  const products = names.map(() => names.map(() => 0))
  const targets = names.map(() => 0)
  for (const [index, step] of steps.entries()) {
    const factor = importance[index] / scaleOf(step) ** 2
    for (const [a, value] of step.values.entries()) {
      if (value === 0) continue
      targets[a] += value * step.tokens * factor
      for (const [b, other] of step.values.entries()) products[a][b] += value * other * factor
    }
  }
  for (let round = 0; round < 10_000; round += 1) {
    let change = 0
    for (const at of names.keys()) {
      if (products[at][at] === 0) continue
      const rest = products[at].reduce((sum, product, other) => sum + (other === at ? 0 : product * weights[other]), 0)
      const next = Math.max(0, (targets[at] - rest) / products[at][at])
      change = Math.max(change, Math.abs(next - weights[at]) / Math.max(next, 1e-6))
      weights[at] = next
    }
    if (change < 1e-9) break
  }
  return weights
}

let weights = fitted(steps.map(() => 1))
for (let round = 1; round < rounds; round += 1)
  weights = fitted(steps.map((step) => 1 / (1 + ((estimate(weights, step) - step.tokens) / scaleOf(step) / 0.3) ** 2)))

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
/** Without the date at its end: the next version of the same model has the weights too. */
const plain = (model) => model.replace(/-\d{8}$/, '')
const models = [...new Set(steps.map(({ model }) => plain(model)))].sort()
const rounded = (value) => Number(value.toPrecision(4))
const row = (model, factor, count) => ({
  model,
  ...Object.fromEntries(names.map((name, at) => [name, rounded(weights[at] * factor)])),
  steps: count,
})
const own = models.flatMap((model) => {
  const its = steps.filter((step) => plain(step.model) === model)
  return its.length < fewestSteps ? [] : [row(model, median(its.map((step) => step.tokens / estimate(weights, step))), its.length)]
})

const made = `fitted to ${steps.length} steps between replies of Claude Code sessions, recorded from ${rows.map(({ occurred_at: at }) => String(at).slice(0, 10)).sort()[0]} on`
await writeFile(
  path.join(root, 'app/model/token-weights.json'),
  `${JSON.stringify({ made, weights: [row('', 1, steps.length), ...own] }, null, 2)}\n`,
)
