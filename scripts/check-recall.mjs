/**
 * `npm run check:recall`: scores in hindsight what `strata recall` ranks at the first prompt of each session of a store, beside single
 * signals. The table is that of docs/recall.md.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const usage = `npm run check:recall -- --store DIR [--from SHARE]
  --store DIR   a store with real sessions
  --from SHARE  only the first prompts after this share of them, such as 0.5; weights are fitted on all that lie before each`

function options() {
  try {
    const { values } = parseArgs({ options: { store: { type: 'string' }, from: { type: 'string', default: '0' } } })
    if (values.store === undefined) throw new Error('a store is required')
    return { store: path.resolve(values.store), from: Number(values.from) }
  } catch (error) {
    throw new SetupError(`${error.message}\n${usage}`, { cause: error })
  }
}

const number = (value) => (value === null || value === undefined ? 'n/a' : value.toFixed(2))
const figure = (one) => (one === null ? 'n/a' : `${number(one.mean)} (${number(one.meanLow)}–${number(one.meanHigh)})`)
const share = ({ prompts, spoken }) => (prompts === 0 ? 'n/a' : `${((100 * spoken) / prompts).toFixed(0)} % (${spoken} of ${prompts})`)
const table = (rows) => rows.map(({ ranking, recall, hit }) => `| ${ranking} | ${figure(recall)} | ${figure(hit)} |`).join('\n')

async function checkRecall() {
  const { store, from } = options()
  if (!existsSync(store)) throw new SetupError(`There is no store at ${store}`)
  await installPackages()
  await makeStaleBundles(['node'])
  const foreign = JSON.parse(readFileSync('test/labelled/foreign-prompts.json', 'utf8'))
  const engine = await openEngine(store)
  const job = await engine.ask('recall.hindsight', { foreign, from })
  const { result, failure } = await engine.ask('job.wait', { jobId: job.jobId })
  await engine.close()
  if (result === undefined) throw new SetupError(failure?.message ?? 'The job failed')
  const { cases, bestRecall, rows, sizes, answers, absent, adjacent, edits, weights, ms } = result
  say(`${cases} first prompts; no ranking has more than recall@10 ${number(bestRecall)}; weights: ${weights}; ${Math.round(ms / 1000)} s`)
  say(`| ranking | recall@10 | hit@10 |\n| --- | --- | --- |\n${table(rows)}`)
  for (const size of sizes) say(`up to ${size.candidates} events and passages, p95 ${Math.round(size.p95)} ms:\n${table(size.rows)}`)
  say(
    [
      `answers: ${share(answers)}, of which ${answers.right} have a touched file`,
      `absent: ${share(absent)}`,
      `foreign: ${share(result.foreign)}`,
      `adjacent: ${share(adjacent)}`,
      `stale: ${number(answers.stale)} of the items; recorded at or after their prompt: ${answers.later}`,
      `repeats: ${number(answers.repeats)} of the items; tokens: ${number(answers.tokens)}; p95: ${number(answers.p95)} ms`,
      `before each edit: offered in ${share({ prompts: edits.edits, spoken: edits.offered })}`,
    ].join('\n'),
  )
}

await runScript(checkRecall)
