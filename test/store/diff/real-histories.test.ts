/** Blame of the files of this project, version by version, against git: how often the diff finds the same lines. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { matchLines } from '../../../app/diff/match-lines.ts'
import { textLines } from '../../../app/diff/text-lines.ts'
import { gitBlame } from '../../support/git-blame.ts'

const root = path.join(import.meta.dirname, '../../..')

const git = (args: readonly string[], input = ''): string =>
  spawnSync('git', ['-C', root, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout

/** Commits that changed each source file, oldest first. */
const commitsByFile = (): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>()
  let commit = ''
  const log = git(['log', '--first-parent', '--reverse', '--format=commit %H', '--name-only', '--diff-filter=AM'])
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) commit = line.slice(7)
    else if (/\.(ts|tsx|md|sql|css|mjs)$/.test(line)) files.set(line, [...(files.get(line) ?? []), commit])
  }
  return files
}

/** Contents by the names that git gives them. */
const contentsOf = (names: readonly string[]): readonly string[] => {
  const bytes = spawnSync('git', ['-C', root, 'cat-file', '--batch'], { input: names.join('\n'), maxBuffer: 1 << 29 }).stdout
  const contents: string[] = []
  for (let at = 0; at < bytes.length;) {
    const headEnd = bytes.indexOf(10, at)
    const size = Number(bytes.toString('utf8', at, headEnd).split(' ')[2])
    contents.push(bytes.toString('utf8', headEnd + 1, headEnd + 1 + size))
    at = headEnd + size + 2
  }
  return contents
}

/** For each line of the last version the number of the version that it comes from. */
const blame = (versions: readonly string[]): readonly number[] => {
  let lines: readonly string[] = []
  let origins: readonly number[] = []
  versions.forEach((content, version) => {
    const next = textLines(content)
    origins = [...matchLines(lines, next)].map((match) => (match === -1 ? version : (origins[match] ?? -1)))
    lines = next
  })
  return origins
}

const isWholeClone = git(['rev-parse', '--is-shallow-repository']).trim() === 'false'
const fileCount = 60

test.skipIf(!isWholeClone)('at least 98 of 100 lines of files that changed often have the commit that git blame gives them', () => {
  const often = [...commitsByFile()].filter(([, commits]) => commits.length >= 8).slice(0, fileCount)
  const histories = often.map(([file, commits]) => contentsOf(commits.map((commit) => `${commit}:${file}`)))
  expect(histories.length).toBeGreaterThan(20)
  let [same, all] = [0, 0]
  gitBlame(histories).forEach((ofGit, at) => {
    const ours = blame(histories[at] ?? [])
    expect(ours).toHaveLength(ofGit.length)
    all += ofGit.length
    same += ofGit.filter((version, line) => version === ours[line]).length
  })
  expect(same / all).toBeGreaterThan(0.98)
})
