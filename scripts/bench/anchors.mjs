/** What the machine can do at best: the same files read by `cat`, and read and searched for line ends by Node. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const newline = 0x0a
const argumentsAtOnce = 500

/** Wall times, milliseconds; `cat` undefined where there is none. The first reading warms the page cache and does not count. */
export function measureAnchors(files) {
  countLines(files)
  const started = performance.now()
  const lines = countLines(files)
  return { countMs: performance.now() - started, lines, catMs: measureCat(files) }
}

function countLines(files) {
  let lines = 0
  for (const file of files) {
    const bytes = readFileSync(file)
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines++
  }
  return lines
}

function measureCat(files) {
  const started = performance.now()
  for (let from = 0; from < files.length; from += argumentsAtOnce) {
    const { error } = spawnSync('cat', files.slice(from, from + argumentsAtOnce), { stdio: ['ignore', 'ignore', 'ignore'] })
    if (error !== undefined) return undefined
  }
  return performance.now() - started
}
