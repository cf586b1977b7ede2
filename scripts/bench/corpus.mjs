/** What is measured on: a folder of transcripts, given or generated, and its size. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { say } from '../setup/say.mjs'

/** The files below a folder: {dir, files, bytes, lines: unknown until counted}. */
export function readCorpus(dir) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  return { dir, files, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) }
}

/** The corpus that `options` ask for: a folder, a generated profile, or the samples where there is no generator. */
export function chooseCorpus(options) {
  if (options.corpus !== undefined) return { name: options.corpus, ...readCorpus(path.resolve(options.corpus)) }
  const generator = path.join(process.env.STRATA_SHARED ?? path.join(projectRoot, '../shared'), 'tools/corpus/generate-corpus.mjs')
  if (existsSync(generator)) return { name: `generated, ${options.profile}`, ...readCorpus(generated(generator, options.profile)) }
  say('there is no corpus generator here (set STRATA_SHARED to its folder): measuring on the few samples')
  return { name: 'samples', ...readCorpus(path.join(projectRoot, 'samples', 'projects')) }
}

/** Generated once and kept in the system's folder for temporary files. */
function generated(generator, profile) {
  const dir = path.join(os.tmpdir(), 'strata-bench', `corpus-${profile}`)
  if (!existsSync(dir)) {
    say(`generating the ${profile} corpus`)
    const making = `${dir}.${process.pid}`
    mkdirSync(path.dirname(dir), { recursive: true })
    execFileSync(process.execPath, [generator, '--out', making, '--profile', profile, '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    rmSync(dir, { recursive: true, force: true })
    renameSync(making, dir)
  }
  return path.join(dir, 'projects')
}
