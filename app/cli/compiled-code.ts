/**
 * Keeps what V8 compiled of this program for the next start: compiling takes longer than most commands. From version 22.1 on Node does it
 * itself (`module.enableCompileCache`); before, V8's cached data of each file is kept beside its size and modification time.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

type Environment = Readonly<Record<string, string | undefined>>

/** The platform's place for what can be made again. */
const cacheFolder = (env: Environment, platform: NodeJS.Platform): string => {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Strata', 'compiled')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Strata', 'Cache', 'compiled')
  return join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'strata', 'compiled')
}

/** Parts of Node's modules that compile and run a file (`lib/internal/modules/cjs/loader.js`). */
interface Loader {
  readonly enableCompileCache?: (folder: string) => unknown
  readonly wrap: (code: string) => string
  readonly prototype: { _compile: (this: { exports: unknown }, code: string, file: string) => unknown }
}

interface Compiled {
  readonly script: Script
  readonly path: string
}

/** Names the version of the file and of V8: cached data of another one is refused. */
const cachePath = (folder: string, file: string): string => {
  const { size, mtimeMs } = statSync(file)
  const key = [file, size, mtimeMs, process.version, process.arch].join('\0')
  return join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.v8`)
}

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Node's own recursive mkdir never ends where nothing can be created, as in /proc. */
const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw thrown
    makeFolder(dirname(folder))
    mkdirSync(folder, { mode: 0o700 })
  }
}

/** Older ones are mostly of versions that are gone; one that is still needed is compiled again. */
const oldestMs = 30 * 86_400_000

const removeOld = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < Date.now() - oldestMs) rmSync(path, { force: true })
  }
}

/** Written aside and renamed, so that another process never reads half of it. */
const keep = (folder: string, compiled: readonly Compiled[]): void => {
  try {
    makeFolder(folder)
    for (const { script, path } of compiled) {
      const aside = `${path}.${process.pid}`
      writeFileSync(aside, script.createCachedData(), { mode: 0o600 })
      renameSync(aside, path)
    }
    removeOld(folder)
  } catch {
    // Nowhere to keep it: the next start compiles again.
  }
}

/** Compiles the files of this program with what was kept; keeps the others when the process ends. */
const keepHere = (loader: Loader, folder: string, program: string): void => {
  const fresh: Compiled[] = []
  const compile = loader.prototype._compile
  loader.prototype._compile = function (code, file) {
    if (!file.startsWith(program)) return compile.call(this, code, file)
    const path = cachePath(folder, file)
    const cachedData = readIfThere(path)
    const script = new Script(loader.wrap(code), { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ script, path })
    const run = script.runInThisContext() as (...of: unknown[]) => unknown
    return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file))
  }
  process.once('exit', () => {
    if (fresh.length > 0) keep(folder, fresh)
  })
}

/** To be called before anything else is loaded. `NODE_DISABLE_COMPILE_CACHE=1` turns it off, as in Node. */
export const keepCompiledCode = (): void => {
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] === '1') return
  const loader = Module as unknown as Loader
  const folder = cacheFolder(process.env, process.platform)
  if (loader.enableCompileCache === undefined) keepHere(loader, folder, __dirname)
  else loader.enableCompileCache(folder)
}
