/**
 * `npm run check:blame`: compares `strata blame` with the calls that it names. The transcripts are read here without the code that is checked.
 * Each line with an author must be in the text that the named call wrote.
 */
import { existsSync } from 'node:fs'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { linesOf, parsed, spoken, transcriptsOf } from './read-transcript.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { givenStore, readOptions } from './setup/read-options.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const usage = `npm run check:blame -- --store DIR [--list]
  --store DIR  a store whose transcripts are still where they were imported from
  --list       print each line that is not in the text of its call`

/** Of the lines with an author, the smallest share that must be in the text of the call. */
const smallestShare = 0.98

const options = { store: { type: 'string' }, list: { type: 'boolean', default: false } }

const pageSize = 1000

/** The paths of all files that the store knows. */
async function pathsIn(engine) {
  const paths = []
  for (let offset = 0; ; offset += pageSize) {
    const { objects } = await engine.ask('objects.list', { type: 'file', limit: pageSize, offset })
    paths.push(...objects.map(({ name }) => name))
    if (objects.length < pageSize) return paths
  }
}

/** Of files that calls name and no record shows there is no blame: undefined. */
async function blamed(engine, name) {
  try {
    return await engine.ask('file.blame', { path: name })
  } catch (error) {
    if (/^No agent was given/.test(error.message)) return undefined
    throw error
  }
}

/** Each line of a file that an agent wrote, with the record of its call. Files that are listed and have no blame are noted. */
async function* authoredLines(engine, paths, without) {
  for (const name of paths) {
    const blame = await blamed(engine, name)
    if (blame === undefined) without.push(name)
    const { lines, origins } = blame ?? { lines: [], origins: [] }
    for (const { number, text, origin } of lines) {
      const { source, record } = origins[origin] ?? {}
      if (source === 'agent' || source === 'elsewhere') yield { path: name, number, text, ...record }
    }
  }
}

const texts = (...values) => values.filter((value) => typeof value === 'string')

/** What the call put into a file, and what it replaced there. */
function changeOf(input = {}, result = {}) {
  const edits = Array.isArray(input.edits) ? input.edits : [input]
  const hunks = [...(result?.structuredPatch ?? []), ...(result?.bashEditDiff?.files ?? []).flatMap((file) => file.hunks ?? [])]
  const patch = hunks.flatMap((hunk) => hunk.lines ?? [])
  return {
    written: [
      ...edits.flatMap((edit) => texts(edit.new_string, edit.new_source)),
      ...texts(input.content, result?.content, result?.newString, result?.updated_file),
    ],
    patched: patch.filter((line) => line.startsWith('+')).map((line) => line.slice(1)),
    replaced: edits.flatMap((edit) => texts(edit.old_string)),
  }
}

const withoutTabs = (line) => line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length)).trimEnd()

/** A text that begins or ends within a line has a part of it. */
function hasLine(text, line) {
  const lines = text.split('\n')
  if (lines.some((one) => one.trimEnd() === line.trimEnd())) return true
  const [first, last] = [lines[0], lines.at(-1)]
  if (lines.length === 1) return first !== '' && line.includes(first)
  return (first.trim() !== '' && line.endsWith(first)) || (last.trim() !== '' && line.startsWith(last))
}

const isIn = ({ written, patched }, line) =>
  written.some((text) => hasLine(text, line)) || patched.some((one) => withoutTabs(one) === withoutTabs(line))

/** The calls of one transcript by the lines of the records with their results. */
async function changesIn(file, wanted) {
  const [calls, changes] = [new Map(), new Map()]
  for await (const { line, text } of linesOf(file)) {
    if (!text.includes('tool_use') && !text.includes('tool_result')) continue
    const { blocks, result } = spoken(parsed(text))
    for (const block of blocks) {
      if (block.type === 'tool_use') calls.set(block.id, block)
      if (block.type !== 'tool_result' || !wanted.has(line)) continue
      const call = calls.get(block.tool_use_id)
      const beside = typeof result === 'object' && result !== null ? result : undefined
      changes.set(line, [...(changes.get(line) ?? []), { tool: call?.name ?? '?', ...changeOf(call?.input, beside) }])
    }
  }
  return changes
}

function kindOf(changes, line) {
  const [tool] = changes.map((change) => change.tool)
  if (tool === undefined) return 'the record has no result of a call'
  if (changes.some(({ replaced }) => replaced.some((text) => hasLine(text, line)))) return `${tool}: the call replaced it`
  return /[\p{L}\p{N}]/u.test(line) ? `${tool}: another line` : `${tool}: a blank line or brackets`
}

function groupBy(all, keyOf) {
  const groups = new Map()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const rowText = (name, count) => `${name.padEnd(44)}${String(count).padStart(9)}\n`

await runScript(async () => {
  const { store, isListed } = readOptions(usage, options, (values) => ({ store: givenStore(values), isListed: values.list }))
  await installPackages()
  await makeStaleBundles(['node'])
  const engine = await openEngine(store)
  try {
    const { sources, missing } = await transcriptsOf(engine, existsSync)
    if (missing > 0) say(`${missing} transcripts are no longer on disk: lines of their calls are not compared`)
    const files = new Map(sources.map(({ sourceId, path: file }) => [sourceId, file]))
    const bySource = new Map()
    const without = []
    for await (const line of authoredLines(engine, await pathsIn(engine), without)) {
      if (!files.has(line.sourceId)) continue
      const own = bySource.get(line.sourceId) ?? []
      own.push(line)
      bySource.set(line.sourceId, own)
    }
    process.stdout.write(rowText('files that are listed and have no blame', without.length))
    for (const name of without) process.stdout.write(`  ${name}\n`)
    let confirmed = 0
    const refuted = []
    for (const [sourceId, lines] of bySource) {
      const changes = await changesIn(files.get(sourceId), new Set(lines.map(({ fileLine }) => fileLine)))
      for (const one of lines) {
        const own = changes.get(one.fileLine) ?? []
        if (own.some((change) => isIn(change, one.text))) confirmed += 1
        else refuted.push({ ...one, kind: kindOf(own, one.text) })
      }
    }
    const all = confirmed + refuted.length
    if (all === 0) throw new SetupError('no line has an author: nothing is compared')
    process.stdout.write(rowText('lines with an author', all) + rowText('in the text of the call', confirmed))
    for (const [kind, lines] of groupBy(refuted, ({ kind }) => kind)) process.stdout.write(rowText(`  not: ${kind}`, lines.length))
    if (isListed)
      for (const { path: name, number, text, sourceId, line, kind } of refuted)
        process.stdout.write(`${name}:${number} ${sourceId}:${line} ${kind}: ${JSON.stringify(text)}\n`)
    return confirmed < smallestShare * all ? 1 : 0
  } finally {
    await engine.close()
  }
})
