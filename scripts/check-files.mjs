/**
 * `npm run check:files`: compares files as agents knew them with what later records show. The transcripts are read here without the code that
 * is checked. Main chains: before each edit whose record has the whole file that it found, `strata file show` must give the same content, or say
 * that the content may be another one. Sub-agents: after a change by a sub-agent, `strata file show --as-was` must give the whole file that a
 * record of any agent shows next.
 */
import { existsSync } from 'node:fs'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { linesOf, parsed, spoken, transcriptsOf } from './read-transcript.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { givenStore, readOptions } from './setup/read-options.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const agents = ['main', 'sub-agent']
const usage = `npm run check:files -- --store DIR [--with agent=main|sub-agent]
  --store DIR          a store whose transcripts are still where they were imported from
  --with agent=NAME    only files of main chains, or only those that sub-agents changed last`

/** Of the edits whose content was observed or computed before, the smallest share that must equal what was known. */
const smallestShare = 0.995
const sure = ['observed', 'computed']

function meaningOf(values) {
  const chosen = agents.filter((agent) => values.with === undefined || values.with === `agent=${agent}`)
  if (chosen.length === 0) throw new Error(`--with takes ${agents.map((agent) => `agent=${agent}`).join(' or ')}`)
  return { store: givenStore(values), chosen }
}

/** What an edit found, as its record says: {path, content}; undefined: the line is no such record. */
function foundBy(text) {
  if (!text.includes('"originalFile":"')) return undefined
  const { filePath, originalFile } = parsed(text)?.toolUseResult ?? {}
  return typeof filePath === 'string' && typeof originalFile === 'string' ? { path: filePath, content: originalFile } : undefined
}

async function* editsIn(file) {
  for await (const { line, text } of linesOf(file)) {
    const found = foundBy(text)
    if (found !== undefined) yield { line, ...found }
  }
}

/** The whole file that a result shows: {path, content}. */
function wholeIn({ filePath, originalFile, file } = {}) {
  if (typeof originalFile === 'string' && typeof filePath === 'string') return { path: filePath, content: originalFile }
  const isWhole = typeof file?.content === 'string' && file.startLine === 1 && file.numLines === file.totalLines
  return isWhole && typeof file.filePath === 'string' ? { path: file.filePath, content: file.content } : undefined
}

/** The whole file that the numbered lines of a Read show, where nothing is noted beside them. */
function numberedIn(call, content) {
  const { file_path: name, offset, limit } = call?.input ?? {}
  if (call?.name !== 'Read' || typeof name !== 'string' || typeof content !== 'string' || offset != null || limit != null) return undefined
  const lines = content.replace(/\n\n<system-reminder>[\s\S]*$/, '').split('\n')
  const shown = lines.map((text, at) =>
    /^ *(\d+)(?:→|\t)/.exec(text)?.[1] === String(at + 1) ? text.replace(/^ *\d+(?:→|\t)/, '') : undefined,
  )
  return shown.includes(undefined) || shown.length >= 2000 ? undefined : { path: name, content: shown.join('\n') }
}

const changing = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit']

/** What one transcript shows of files and changes in them, with times. */
async function* momentsIn(sourceId, file) {
  const calls = new Map()
  for await (const { line, text } of linesOf(file)) {
    if (!text.includes('tool_use') && !text.includes('tool_result')) continue
    const { blocks, result, at, isOfAgent } = spoken(parsed(text))
    for (const block of blocks) {
      if (block.type === 'tool_use') calls.set(block.id, block)
      if (block.type !== 'tool_result' || block.is_error === true) continue
      const call = calls.get(block.tool_use_id)
      const whole = typeof result === 'object' && result !== null ? wholeIn(result) : numberedIn(call, block.content)
      if (whole !== undefined) yield { at, line, sourceId, seen: whole.content, path: whole.path }
      const path = call?.input?.file_path ?? call?.input?.notebook_path
      if (changing.includes(call?.name) && typeof path === 'string') yield { at, line, sourceId, path, isOfAgent }
    }
  }
}

/** How many files that a sub-agent changed last were as they were seen next. */
async function compareSubAgents(engine, sources) {
  const moments = []
  for (const { sourceId, path: file } of sources) for await (const moment of momentsIn(sourceId, file)) moments.push(moment)
  moments.sort((a, b) => a.at - b.at)
  const counts = new Map()
  const wrong = []
  const changedBySubAgent = new Set()
  for (const { path: name, seen, line, sourceId, isOfAgent } of moments) {
    if (seen === undefined) {
      if (isOfAgent) changedBySubAgent.add(name)
      else changedBySubAgent.delete(name)
    } else if (changedBySubAgent.delete(name)) {
      const known = await knownBefore(engine, sourceId, { path: name, line }, 'as-was')
      if (known === undefined) continue
      const isSame = known.content === seen
      countIn(counts, known.proof, isSame ? 'same' : 'different')
      if (!isSame && sure.includes(known.proof)) wrong.push(`${sourceId}:${line}: ${name} was ${known.proof}`)
    }
  }
  return { counts, wrong }
}

/** The record may be in no commit, as a copy that another session has. */
async function knownBefore(engine, sourceId, { path: name, line }, reading = 'as-known') {
  try {
    return await engine.ask('file.show', { path: name, before: { sourceId, line }, reading })
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

const total = (counts, ...names) =>
  names.reduce((sum, proof) => sum + (counts.get(proof)?.same ?? 0) + (counts.get(proof)?.different ?? 0), 0)

async function compare(engine, sources, agent) {
  if (agent === 'main') return compareAll(engine, sources)
  return { ...(await compareSubAgents(engine, sources)), uncounted: 0 }
}

await runScript(async () => {
  const { store, chosen } = readOptions(usage, { store: { type: 'string' }, with: { type: 'string' } }, meaningOf)
  await installPackages()
  await makeStaleBundles(['node'])
  const engine = await openEngine(store)
  try {
    const { sources, missing } = await transcriptsOf(engine, existsSync)
    if (missing > 0) say(`${missing} transcripts are no longer on disk and are not compared`)
    let [compared, isWrong] = [0, false]
    for (const agent of chosen) {
      const { counts, wrong, uncounted } = await compare(engine, sources, agent)
      process.stdout.write(`${agent}\n${tableText(counts)}`)
      for (const one of wrong) process.stdout.write(`${one}\n`)
      if (uncounted > 0) say(`${uncounted} edits are in no commit and are not compared`)
      const known = total(counts, ...sure)
      compared += total(counts, ...proofs)
      isWrong ||= wrong.length > (1 - smallestShare) * known
    }
    if (compared === 0) throw new SetupError('no change of a file was found: nothing is compared')
    return isWrong ? 1 : 0
  } finally {
    await engine.close()
  }
})
