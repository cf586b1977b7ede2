/** Reads the arguments that Strata itself understands; Electron and Chromium take their own from the same line. */
import path from 'node:path'

export interface CommandLine {
  /** The store asked for; undefined: the default one. */
  readonly storeDir: string | undefined
  /** Folders to import once the store is open. */
  readonly folders: readonly string[]
}

/**
 * Parses `--store DIR`, `--store=DIR` and `--import DIR` (repeatable); relative paths are taken from `cwd`.
 * Everything else belongs to Electron and is left alone.
 */
export function parseCommandLine(argv: readonly string[], env: Readonly<Record<string, string | undefined>>, cwd: string): CommandLine {
  const absolute = (dir: string): string => path.resolve(cwd, dir)
  const store = valuesOf('--store', argv).at(-1) ?? (env['STRATA_STORE'] || undefined)
  return { storeDir: store === undefined ? undefined : absolute(store), folders: valuesOf('--import', argv).map(absolute) }
}

function valuesOf(option: string, argv: readonly string[]): readonly string[] {
  return argv.flatMap((argument, index) => {
    if (argument.startsWith(`${option}=`)) return [argument.slice(option.length + 1)]
    const next = argv[index + 1]
    return argument === option && next !== undefined ? [next] : []
  })
}
