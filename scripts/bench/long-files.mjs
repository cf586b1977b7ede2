/** Files that agents worked on for long: who wrote each line of one with many versions, and a checkout of many. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openEngine } from './open-engine.mjs'
import { percentile } from './questions.mjs'

const sessionId = 'f1000000-0000-4000-8000-000000000000'
const cwd = '/bench/files'
const [lines, versions, files, rounds] = [2000, 200, 500, 10]
const firstAt = Date.UTC(2025, 0, 1)

const lineOf = (at) => `const value${at} = compute(${(at * 7919) % 1000}, 'line ${at}')`
/** Changes a line, adds one and removes one, each time elsewhere. */
const changed = (content, version) => {
  const all = content.split('\n')
  const at = (version * 37) % (all.length - 3)
  const from = all.slice(at, at + 2).join('\n')
  const to = `${all[at]} // ${version}\nconst added${version} = ${version}`
  return { from, to, content: [...all.slice(0, at), ...to.split('\n'), ...all.slice(at + 2)].join('\n') }
}

/** Calls with what the client records beside their results. */
function calls() {
  const file = `${cwd}/long.ts`
  let content = `${Array.from({ length: lines }, (_, at) => lineOf(at)).join('\n')}\n`
  const all = [{ name: 'Write', input: { file_path: file, content }, beside: { type: 'create', filePath: file, content } }]
  for (let version = 1; version < versions; version++) {
    const edit = changed(content, version)
    const beside = {
      filePath: file,
      oldString: edit.from,
      newString: edit.to,
      originalFile: content,
      replaceAll: false,
      userModified: false,
    }
    all.push({ name: 'Edit', input: { file_path: file, old_string: edit.from, new_string: edit.to }, beside })
    content = edit.content
  }
  for (let at = 1; at < files; at++) {
    const filePath = `${cwd}/src/part${at % 20}/file${at}.ts`
    const text = `${Array.from({ length: 120 }, (_, line) => lineOf(at + line)).join('\n')}\n`
    const count = text.split('\n').length
    const beside = { type: 'text', file: { filePath, content: text, numLines: count, startLine: 1, totalLines: count } }
    all.push({ name: 'Read', input: { file_path: filePath }, beside })
  }
  return all
}

const recordsOf = ({ name, input, beside }, turn) => {
  const uuid = (at) => `${String(turn * 2 + at + 1).padStart(8, '0')}${sessionId.slice(8)}`
  const row = (at, type, message, more = {}) => {
    const timestamp = new Date(firstAt + (turn * 2 + at) * 1000).toISOString()
    const parentUuid = turn * 2 + at === 0 ? null : uuid(at - 1)
    return `${JSON.stringify({ parentUuid, isSidechain: false, cwd, sessionId, version: '2.1.0', type, message, uuid: uuid(at), timestamp, ...more })}\n`
  }
  const call = { type: 'tool_use', id: `toolu_${turn}`, name, input }
  return [
    row(0, 'assistant', { id: `msg_${turn}`, role: 'assistant', model: 'bench', content: [call] }),
    row(
      1,
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: 'Done.' }] },
      { toolUseResult: beside },
    ),
  ]
}

/** Milliseconds; the store is one of its own. */
export async function measureLongFiles(workDir) {
  const root = path.join(workDir, 'long-files')
  const folder = path.join(root, 'projects', '-bench-files')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${sessionId}.jsonl`), calls().flatMap(recordsOf).join(''))
  const engine = await openEngine(path.join(root, 'store'))
  try {
    await engine.run('import.start', { paths: [path.join(root, 'projects')] })
    const found = await engine.ask('file.history', { path: 'long.ts' })
    if (found.total < versions) throw new Error(`the file has ${found.total} of ${versions} versions`)
    const blames = []
    const checkouts = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await engine.ask('file.blame', { path: 'long.ts' })
      blames.push(performance.now() - began)
      const started = performance.now()
      const written = await engine.run('checkout.start', { commitId: sessionId, to: path.join(root, `checkout-${round}`) })
      checkouts.push(performance.now() - started)
      if (written.files.length !== files) throw new Error(`${written.files.length} of ${files} files were written`)
    }
    return {
      files: {
        ...{ lines, versions, count: files },
        blameP50: percentile(blames, 0.5),
        blameP95: percentile(blames, 0.95),
        checkoutP50: percentile(checkouts, 0.5),
        checkoutP95: percentile(checkouts, 0.95),
      },
    }
  } finally {
    await engine.close()
  }
}
