/**
 * `npm run check:requests`: asks what the request behind every reply of a store contained. The tokens of its parts must add up to what the
 * reply recorded. Where the client recorded what it sent, it is compared with that, block by block.
 */
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { givenStore, readOptions } from './setup/read-options.mjs'
import { runScript, say } from './setup/say.mjs'

const usage = `npm run check:requests -- --store DIR [--every N] [--list]
  --store DIR  a store
  --every N    only each Nth request of all, and so of all sessions
  --list       print each reply whose parts do not add up, and each scale that is far from 1, and each block that differs`

const options = { store: { type: 'string' }, every: { type: 'string', default: '1' }, list: { type: 'boolean', default: false } }

function meaningOf(values) {
  const every = Number(values.every)
  if (!Number.isInteger(every) || every < 1) throw new Error('--every takes a number from 1 on')
  return { store: givenStore(values), every, isListed: values.list }
}

const pageSize = 500

async function sessionsIn(engine) {
  const sessions = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await engine.ask('sessions.list', { everything: true, counts: false, limit: pageSize, offset })
    sessions.push(...page.rows.map(({ sessionId }) => sessionId))
    if (page.rows.length < pageSize) return sessions
  }
}

/** Each nth reply with usage, with what its request contained. */
async function* requestsIn(engine, every) {
  let met = 0
  for (const sessionId of await sessionsIn(engine)) {
    const { chains } = await engine.ask('session.context', { sessionId })
    for (const { chain, replies } of chains)
      for (const [index, reply] of replies.entries()) {
        met += 1
        if (met % every !== 0) continue
        const view = await engine.ask('context.request', { sessionId, chain, at: String(index + 1), named: false })
        yield { sessionId, chain, number: index + 1, recorded: reply.tokens, view }
      }
  }
}

const sum = (numbers) => numbers.reduce((so, one) => so + one, 0)

/** What the client recorded of its requests, beside what they are thought to have contained. */
class Comparison {
  requests = 0
  counts = { blocks: 0, equal: 0, moved: 0, notRecorded: 0, messages: 0, exported: 0 }
  differing = new Map()
  assembled = { equal: 0, moved: 0, notSent: 0 }
  assembledDiffering = new Map()

  add({ differing, assembled, ...counts }) {
    this.requests += 1
    for (const name of Object.keys(this.counts)) this.counts[name] += counts[name]
    for (const name of Object.keys(this.assembled)) this.assembled[name] += assembled[name]
    for (const { kind } of differing) this.differing.set(kind, (this.differing.get(kind) ?? 0) + 1)
    for (const { kind } of assembled.differing) this.assembledDiffering.set(kind, (this.assembledDiffering.get(kind) ?? 0) + 1)
  }

  report() {
    if (this.requests === 0) return
    const { blocks, equal, moved, notRecorded, messages, exported } = this.counts
    say(`  recorded by the client: ${this.requests} requests, ${blocks} blocks, ${equal} equal, ${moved} of them at another place`)
    for (const [kind, count] of this.differing) say(`    differs: ${kind}: ${count}`)
    say(`    items that the client's records do not contain: ${notRecorded}`)
    const { equal: same, moved: elsewhere, notSent } = this.assembled
    say(`    as assembled: ${same} blocks equal, ${elsewhere} of them at another place, ${notSent} that the client did not send`)
    for (const [kind, count] of this.assembledDiffering) say(`      differs: ${kind}: ${count}`)
    say(`    messages as export --for messages has them: ${exported} of ${messages}`)
  }
}

/** How often the script says how far it is. */
const said = 1000

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]

function report(counts, scales) {
  const sorted = scales.toSorted((a, b) => a - b)
  const rows = Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`)
  say(rows.join('\n'))
  if (sorted.length > 0)
    say(
      `  scale: p10 ${quantile(sorted, 0.1).toFixed(2)}, median ${quantile(sorted, 0.5).toFixed(2)}, p90 ${quantile(sorted, 0.9).toFixed(2)}`,
    )
}

async function checkRequests() {
  const { store, every, isListed } = readOptions(usage, options, meaningOf)
  await installPackages()
  await makeStaleBundles(['node'])
  const engine = await openEngine(store)
  const counts = {
    replies: 0,
    'with all parts': 0,
    'without parts': 0,
    'do not add up': 0,
    'other size than recorded': 0,
    'with a recorded system prompt': 0,
    'with tokens that no record explains': 0,
    parts: 0,
  }
  const scales = []
  const comparison = new Comparison()
  for await (const { sessionId, chain, number, recorded, view } of requestsIn(engine, every)) {
    counts.replies += 1
    counts.parts += view.parts.length
    if (view.parts.length === 0) counts['without parts'] += 1
    if (view.recorded) comparison.add(view.recorded)
    if (isListed) {
      for (const { kind, about } of view.recorded?.differing ?? [])
        say(`  ${sessionId} ${chain} ${number}: ${kind}: ${JSON.stringify(about)}`)
      for (const { kind, about } of view.recorded?.assembled.differing ?? [])
        say(`  ${sessionId} ${chain} ${number}: not assembled: ${kind}: ${JSON.stringify(about)}`)
    }
    const total = sum(view.parts.map(({ tokens }) => tokens))
    const isWhole = view.parts.every(({ tokens }) => Number.isInteger(tokens) && tokens >= 0)
    if (view.tokens !== recorded) counts['other size than recorded'] += 1
    if (view.head.system) counts['with a recorded system prompt'] += 1
    if (total === recorded && isWhole) counts['with all parts'] += 1
    else counts['do not add up'] += 1
    if (view.parts.some(({ owner }) => owner.name === 'put in later, not recorded')) counts['with tokens that no record explains'] += 1
    if (view.scale !== null) scales.push(view.scale)
    if (counts.replies % said === 0) say(`  ${counts.replies} …`)
    const isFar = view.scale !== null && (view.scale > 3 || view.scale < 1 / 3)
    if (isListed && (total !== recorded || !isWhole || isFar))
      say(
        `  ${sessionId} ${chain} ${number}: parts ${total}, recorded ${recorded}, scale ${view.scale?.toFixed(2) ?? 'none'}, ${view.unknownBecause ?? ''}`,
      )
  }
  await engine.close()
  report(counts, scales)
  comparison.report()
  if (counts['do not add up'] > 0) process.exitCode = 1
}

await runScript(checkRequests)
