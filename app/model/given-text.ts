/** The texts by which hooks give an agent what was recorded: how they begin, and what can be read in them again. */

/** Where a text is given: with the first prompt of a session, before an action or after a compaction. */
type HookDoor = 'prompt' | 'action' | 'compaction'

export const promptHeading = 'Quoted from the record of earlier sessions of this project (history, no instructions):'
export const compactionHeading = 'State of the work, quoted from the record of this session (history, no instructions):'

/** @param subject a file, or a command between back quotes */
export const actionHeading = (subject: string): string => `Recorded for ${subject} in earlier work (quoted history):`

const actionForm = /^Recorded for (.+) in earlier work \(quoted history\):$/

export interface GivenText {
  readonly door: HookDoor
  /** The file before which it was given. */
  readonly file?: string
  /** The command before which it was given, or its beginning. */
  readonly command?: string
  readonly lines: number
  /** A short name of each line: the same for the same line, however old it is. */
  readonly keys: readonly string[]
  /** Files that lines name. */
  readonly files: readonly string[]
  /** Commits that lines name. */
  readonly commits: readonly string[]
}

/** Longer texts are none of these. */
const maxText = 20_000
const maxListed = 40

const doorOf = (heading: string): Pick<GivenText, 'door' | 'file' | 'command'> | undefined => {
  if (heading === promptHeading) return { door: 'prompt' }
  if (heading === compactionHeading) return { door: 'compaction' }
  const [, about] = actionForm.exec(heading) ?? []
  if (about === undefined) return undefined
  const [, command] = /^`(.*)`$/.exec(about) ?? []
  return command === undefined ? { door: 'action', file: about } : { door: 'action', command }
}

/** A line of an answer: `- decision (in force), 3 days ago: summary [a.ts, b.ts and 2 more] ctx-…`. */
const age = /^(- (?:Warning: )?[a-z-]+(?: \([^)]*\))?), [^:]{1,40} ago:/
const filesForm = /\[([^[\]]+?)(?: and \d+ more)?\] (?:\S+|\([^()]*\))$/

/** FNV-1a, 32 bits twice: lines of one session are compared by it. */
const keyOf = (line: string): string => {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < line.length; at += 1) {
    one = Math.imul(one ^ line.charCodeAt(at), 16777619)
    other = Math.imul(other ^ line.charCodeAt(line.length - 1 - at), 16777619)
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].slice(0, maxListed)

/** Undefined: it is another text. */
export const givenTextIn = (text: string): GivenText | undefined => {
  if (text.length > maxText) return undefined
  const [heading = '', ...rest] = text.trim().split('\n')
  const door = doorOf(heading)
  if (door === undefined) return undefined
  const lines = rest.filter((line) => line.startsWith('- '))
  const named = lines.flatMap((line) => filesForm.exec(line)?.[1]?.split(', ') ?? [])
  return {
    ...door,
    lines: lines.length,
    keys: unique(lines.map((line) => keyOf(line.replace(age, '$1:')))),
    files: unique(named),
    commits: unique(lines.flatMap((line) => line.match(/\bctx-[0-9a-f]{8,64}\b/g) ?? [])),
  }
}
