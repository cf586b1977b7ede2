/** What git says of the lines of a file whose versions are commits of a repository. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tempDir } from './temp-dir.ts'

/** Nothing that the one who runs the tests has set counts. */
const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(tempDir(), 'none') }

const git = (args: readonly string[], input = ''): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { env, input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const commitText = (branch: number, mark: number, isFirst: boolean, content: string | null): string =>
  [
    `commit refs/heads/branch-${branch}`,
    `mark :${mark}`,
    `committer a <a@b> ${1_700_000_000 + mark} +0000`,
    'data 1\nx',
    ...(isFirst ? [] : [`from :${mark - 1}`]),
    content === null ? 'D file' : `M 100644 inline file\ndata ${Buffer.byteLength(content)}\n${content}`,
    '',
  ].join('\n')

/**
 * For each history of a file the number of the version that each line of its last version comes from, from 0.
 * @param histories contents, oldest first; null: the file is removed
 */
export const gitBlame = (histories: readonly (readonly (string | null)[])[]): readonly (readonly number[])[] => {
  const folder = tempDir()
  git(['init', '-q', '--bare', folder])
  let mark = 0
  const firsts = histories.map(() => 0)
  const stream = histories.flatMap((versions, branch) =>
    versions.map((content, at) => {
      mark += 1
      if (at === 0) firsts[branch] = mark
      return commitText(branch, mark, at === 0, content)
    }),
  )
  const marksFile = path.join(folder, 'marks')
  git(['-C', folder, 'fast-import', '--quiet', `--export-marks=${marksFile}`], stream.join(''))
  const marks = new Map(
    readFileSync(marksFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.split(' ')[1] ?? '', Number(line.slice(1).split(' ')[0])]),
  )
  return histories.map((_, branch) => {
    const out = git(['-C', folder, 'blame', '--root', '-s', '-l', `branch-${branch}`, '--', 'file'])
    const lines = out.split('\n').slice(0, -1)
    return lines.map((line) => (marks.get(line.slice(0, 40)) ?? 0) - (firsts[branch] ?? 0))
  })
}
