/** Reads the arguments that Strata itself understands; Electron and Chromium take their own from the same line. */
import path from 'node:path'

export interface CommandLine {
  /** The store asked for; undefined: the default one. */
  readonly storeDir: string | undefined
  /** Folders to import once the store is open. */
  readonly folders: readonly string[]
  /** The link to a view that the system opens; undefined: none. */
  readonly link: string | undefined
}

/** As long as addresses of views get. */
const linkShape = /^strata:\/\/[\x21-\x7e]{1,4000}$/

/** Whether a text of another program is a link to a view. */
export const isLink = (text: string): boolean => linkShape.test(text)

/**
 * Parses `--store DIR`, `--store=DIR` and `--import DIR` (repeatable); relative paths are taken from `cwd`.
 * Everything else belongs to Electron and is left alone.
 */
export function parseCommandLine(argv: readonly string[], env: Readonly<Record<string, string | undefined>>, cwd: string): CommandLine {
  const absolute = (dir: string): string => path.resolve(cwd, dir)
  const store = valuesOf('--store', argv).at(-1) ?? (env['STRATA_STORE'] || undefined)
  return {
    storeDir: store === undefined ? undefined : absolute(store),
    folders: valuesOf('--import', argv).map(absolute),
    link: argv.filter(isLink).at(-1),
  }
}

function valuesOf(option: string, argv: readonly string[]): readonly string[] {
  return argv.flatMap((argument, index) => {
    if (argument.startsWith(`${option}=`)) return [argument.slice(option.length + 1)]
    const next = argv[index + 1]
    return argument === option && next !== undefined ? [next] : []
  })
}
