/**
 * `npm run check:files`: compares files as agents knew them with what their edits found. Transcripts record the whole file that an edit
 * found; they are read here without the code that is checked. Before each such record, `strata file show` must give the same content, or say
 * that the content may be another one.
 */
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const usage = `npm run check:files -- --store DIR
  --store DIR  a store whose transcripts are still where they were imported from`

/** Of the edits whose content was observed or computed before, the smallest share that must equal what was known. */
const smallestShare = 0.995
const sure = ['observed', 'computed']

function readOptions() {
  try {
    const { values } = parseArgs({ options: { store: { type: 'string' } } })
    if (values.store === undefined) throw new Error('a store is required')
    return path.resolve(values.store)
  } catch (error) {
    throw new SetupError(`${error.message}\n${usage}`, { cause: error })
  }
}

/** What an edit found, as its record says: {path, content}; undefined: the line is no such record. */
function foundBy(text) {
  if (!text.includes('"originalFile":"')) return undefined
  try {
    const { toolUseResult: result } = JSON.parse(text)
    const { filePath, originalFile } = result ?? {}
    return typeof filePath === 'string' && typeof originalFile === 'string' ? { path: filePath, content: originalFile } : undefined
  } catch {
    return undefined
  }
}

async function* editsIn(file) {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1
    const found = foundBy(text)
    if (found !== undefined) yield { line, ...found }
  }
}

/** The record may be in no commit, as a copy that another session has. */
async function knownBefore(engine, sourceId, { path: name, line }) {
  try {
    return await engine.ask('file.show', { path: name, before: { sourceId, line } })
  } catch {
    return undefined
  }
}

function countIn(counts, proof, outcome) {
  const row = counts.get(proof) ?? { same: 0, different: 0 }
  row[outcome] += 1
  counts.set(proof, row)
}

/** How many edits found what was known, by how it was known. */
async function compareAll(engine, sources) {
  const counts = new Map()
  const wrong = []
  let uncounted = 0
  for (const { sourceId, path: file } of sources)
    for await (const edit of editsIn(file)) {
      const known = await knownBefore(engine, sourceId, edit)
      if (known === undefined) uncounted += 1
      else {
        const isSame = known.content === edit.content
        countIn(counts, known.proof, isSame ? 'same' : 'different')
        if (!isSame && sure.includes(known.proof)) wrong.push(`${file}:${edit.line}: ${edit.path} was ${known.proof}`)
      }
    }
  return { counts, wrong, uncounted }
}

const proofs = ['observed', 'computed', 'likely', 'partial', 'unknown']

function tableText(counts) {
  const rows = proofs.flatMap((proof) => {
    const row = counts.get(proof)
    return row === undefined ? [] : [[proof, String(row.same), String(row.different)]]
  })
  return [['known before', 'as found', 'another'], ...rows]
    .map((row) => `${row[0].padEnd(14)}${row[1].padStart(9)}${row[2].padStart(9)}\n`)
    .join('')
}

await runScript(async () => {
  const store = readOptions()
  await installPackages()
  await makeStaleBundles(['node'])
  const engine = await openEngine(store)
  try {
    const all = (await engine.ask('sources.list')).filter(({ role }) => role === 'session' || role === 'agent')
    const sources = all.filter(({ path: file }) => existsSync(file))
    const { counts, wrong, uncounted } = await compareAll(engine, sources)
    process.stdout.write(tableText(counts))
    for (const one of wrong) process.stdout.write(`${one}\n`)
    if (sources.length < all.length) say(`${all.length - sources.length} transcripts are no longer on disk and are not compared`)
    if (uncounted > 0) say(`${uncounted} edits are in no commit and are not compared`)
    const known = sure.reduce((sum, proof) => sum + (counts.get(proof)?.same ?? 0) + (counts.get(proof)?.different ?? 0), 0)
    if (known === 0) throw new SetupError('no edit of a known file was found: nothing is compared')
    return wrong.length / known > 1 - smallestShare ? 1 : 0
  } finally {
    await engine.close()
  }
})
