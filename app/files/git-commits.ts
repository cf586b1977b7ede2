/** Commits of Git that the output of commands shows, with the folder in which Git ran. */
import { toolKind } from '../../importer/agents.ts'
import { isObject } from '../model/json-object.ts'
import { filePath, pathText } from '../model/objects/file-path.ts'
import { readBlocks, readMessage, textOf, type TranscriptRecord } from '../model/record.ts'

export interface ShownCommit {
  readonly folder: string
  /** As the output has it: 7 to 40 hexadecimal digits. */
  readonly hash: string
  /** The command made it; false: it was listed. */
  readonly isMade: boolean
}

/** Parts of a command line between separators, which quotes protect. */
const partsOf = (command: string): readonly string[] =>
  [...command.matchAll(/(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^"';&|\n])+/g)].map(([part]) => part.trim())

const wordsOf = (part: string): readonly string[] =>
  [...part.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''))

/** Undefined: only a shell knows. */
const joined = (folder: string | undefined, path: string | undefined): string | undefined => {
  if (folder === undefined || path === undefined || /[$`*?~]/.test(path)) return undefined
  const found = filePath(path) ?? filePath(`${folder}/${path}`)
  return found && pathText(found)
}

const making: ReadonlySet<string> = new Set(['commit', 'merge', 'cherry-pick', 'revert', 'am'])
const listing: ReadonlySet<string> = new Set(['log', 'show', 'reflog'])
const verbs: ReadonlySet<string> = new Set([...making, ...listing, 'rev-parse'])

interface GitRun {
  readonly folder: string
  readonly verbs: ReadonlySet<string>
}

/** `rev-parse HEAD` shows a commit, `rev-parse HEAD:file` a blob. */
const isOfHead = (words: readonly string[]): boolean => words.at(-1) === 'HEAD' || words.at(-1) === '@'

/** Undefined: it shows no commits, or not in one folder. A part of another program, as of ssh, may run elsewhere. */
const gitRun = (command: string, cwd: string): GitRun | undefined => {
  let here: string | undefined = cwd
  const folders = new Set<string | undefined>()
  const used = new Set<string>()
  for (const part of partsOf(command)) {
    const [program, ...words] = wordsOf(part)
    if (program === 'cd') here = joined(here, words[0])
    if (/^(?:ssh|docker|podman|kubectl|pushd|popd)$/.test(program ?? '')) return undefined
    if (program !== 'git') continue
    const isElsewhere = words[0] === '-C'
    const [verb = '', ...rest] = isElsewhere ? words.slice(2) : words
    if (!verbs.has(verb) || (verb === 'rev-parse' && !isOfHead(rest))) continue
    folders.add(isElsewhere ? joined(here, words[1]) : here)
    used.add(verb)
  }
  const [folder] = folders
  return folders.size === 1 && folder !== undefined ? { folder, verbs: used } : undefined
}

/** `[main abc1234] message` */
const made = /^\[[^\]\n]*?([0-9a-f]{7,40})\] /gm
const patterns = {
  /** `commit abc…` of a log, or a line that begins with a hash. */
  listed: /^[*|/\\_ ]*(?:commit )?([0-9a-f]{7,40})(?= |$)/gm,
  head: /^([0-9a-f]{7,40})$/gm,
} as const

/** A word of letters only, such as “defaced”, may be a word. */
const isHash = (text: string): boolean => /\d/.test(text) && /^[0-9a-f]{7,40}$/.test(text)

/** More commits of one output say no more. */
const maxCommits = 50

const hashesIn = (output: string, pattern: RegExp): readonly string[] =>
  [...output.matchAll(pattern)].flatMap(([, hash = '']) => (isHash(hash) ? [hash] : [])).slice(0, maxCommits)

/** Longer outputs are read from their beginning. */
const maxOutput = 100_000

export const commitsShown = (command: string, cwd: string, whole: string): readonly ShownCommit[] => {
  const run = gitRun(command, cwd)
  if (run === undefined) return []
  const output = whole.slice(0, maxOutput)
  const { folder } = run
  const isListing = [...run.verbs].some((verb) => listing.has(verb))
  const own = [...run.verbs].some((verb) => making.has(verb)) ? hashesIn(output, made) : []
  const others = isListing ? hashesIn(output, patterns.listed) : run.verbs.has('rev-parse') ? hashesIn(output, patterns.head) : []
  return [
    ...own.map((hash) => ({ folder, hash, isMade: true })),
    ...others.filter((hash) => !own.includes(hash)).map((hash) => ({ folder, hash, isMade: false })),
  ]
}

interface GitCall {
  readonly command: string
  readonly cwd: string
}

/** Reads records in their order: a command is in the call, and its output in the result. */
export class GitCommitReader {
  readonly #calls = new Map<string, GitCall>()

  read(record: TranscriptRecord): readonly ShownCommit[] {
    const blocks = readBlocks(readMessage(record.message)?.content) ?? []
    return blocks.flatMap((block): readonly ShownCommit[] => {
      if (block.type === 'tool_use') this.#called(block.id, block.name, block.input, record.cwd)
      const call = block.type === 'tool_result' ? this.#calls.get(block.tool_use_id ?? '') : undefined
      if (call === undefined || block.is_error) return []
      this.#calls.delete(block.tool_use_id ?? '')
      return commitsShown(call.command, call.cwd, textOf(block.content) ?? '')
    })
  }

  #called(id: string | undefined, name: string | undefined, input: unknown, cwd: string | undefined): void {
    const command = isObject(input) ? input['command'] : undefined
    if (id === undefined || cwd === undefined || typeof command !== 'string' || !/\bgit\b/.test(command)) return
    if (toolKind(name ?? '') === 'shell') this.#calls.set(id, { command, cwd })
  }
}
