/**
 * `npm run check:exports`: exports every session of a store within several budgets, from the root and from the last compaction. Each export
 * must keep its budget, have all required parts, and keep the rules of the API.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { givenStore, readOptions } from './setup/read-options.mjs'
import { runScript, say } from './setup/say.mjs'

const usage = `npm run check:exports -- --store DIR [--budget 20000 --budget 50000 …] [--list]
  --store DIR  a store
  --budget N   tokens; default: 20000, 50000, 100000
  --list       print each export that is refused or breaks a rule`

const options = { store: { type: 'string' }, budget: { type: 'string', multiple: true }, list: { type: 'boolean', default: false } }

function meaningOf(values) {
  const budgets = (values.budget ?? ['20000', '50000', '100000']).map(Number)
  if (!budgets.every((budget) => Number.isSafeInteger(budget) && budget > 0)) throw new Error('a budget is a number of tokens')
  return { store: givenStore(values), budgets, isListed: values.list }
}

/** The rules that tests check. */
async function loadRules() {
  const { default: typescript } = await import('typescript')
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-rules-'))
  try {
    const file = path.join(folder, 'rules.mjs')
    const source = readFileSync(path.join(projectRoot, 'test/support/broken-api-rules.ts'), 'utf8')
    writeFileSync(file, typescript.transpileModule(source, { compilerOptions: { module: 'ESNext', target: 'ES2022' } }).outputText)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pageSize = 500

async function tipsIn(engine) {
  const tips = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await engine.ask('sessions.list', { everything: true, counts: false, limit: pageSize, offset })
    tips.push(...page.rows.flatMap(({ tipCommitId }) => tipCommitId ?? []))
    if (page.rows.length < pageSize) return tips
  }
}

const columns = ['exports', 'in full', 'shortened', 'required part truncated', 'refused', 'over budget', 'part missing', 'invalid']

const emptyRow = () => Object.fromEntries(columns.map((name) => [name, 0]))

const faultsOf = (rules, { request, transcript, budget }) => {
  const texts = [request, transcript].map(({ content }) => Buffer.from(content).toString('utf8'))
  const broken = [...rules.brokenApiRules(JSON.parse(texts[0])), ...rules.brokenTranscriptRules(texts[1])]
  const isMissing = ({ budget: { packs } }) => packs.some(({ priority, form }) => priority === 'required' && form === 'left_out')
  return [
    ...(broken.length > 0 ? [['invalid', broken.join('; ')]] : []),
    ...([request, transcript].some((view) => view.budget.tokens > budget) ? [['over budget', '']] : []),
    ...([request, transcript].some(isMissing) ? [['part missing', '']] : []),
  ]
}

const formOf = ({ budget: { packs } }) => {
  if (packs.some(({ form }) => form === 'truncated')) return 'required part truncated'
  return packs.every(({ form }) => form === 'full') ? 'in full' : 'shortened'
}

/** @returns the names of the columns in which the export counts, with the reasons of faults */
async function checkOne(engine, rules, { commitId, stop, budget }) {
  const wish = { commitId, stop, budget }
  try {
    const request = await engine.ask('export.make', { ...wish, target: 'messages' })
    const transcript = await engine.ask('export.make', { ...wish, target: 'claude-code' })
    return [[formOf(request), ''], ...faultsOf(rules, { request, transcript, budget })]
  } catch (error) {
    // Nothing to export is no fault; a refusal names the budget that fits.
    return /contains no messages/.test(error.message) ? [] : [['refused', error.message]]
  }
}

async function checkExports() {
  const { store, budgets, isListed } = readOptions(usage, options, meaningOf)
  await installPackages()
  await makeStaleBundles(['node'])
  const rules = await loadRules()
  const engine = await openEngine(store)
  const rows = new Map(budgets.map((budget) => [budget, emptyRow()]))
  for (const commitId of await tipsIn(engine))
    for (const stop of ['root', 'compaction'])
      for (const budget of budgets) {
        const row = rows.get(budget)
        const found = await checkOne(engine, rules, { commitId, stop, budget })
        if (found.length > 0) row.exports += 1
        for (const [name, why] of found) {
          row[name] += 1
          if (isListed && why !== '') say(`  ${commitId} from ${stop} within ${budget}: ${name}: ${why}`)
        }
      }
  await engine.close()
  say(`  budget: ${columns.join(', ')}`)
  for (const [budget, row] of rows) say(`  ${budget}: ${columns.map((name) => row[name]).join(', ')}`)
  if ([...rows.values()].some((row) => row.invalid + row['over budget'] + row['part missing'] > 0)) process.exitCode = 1
}

await runScript(checkExports)
