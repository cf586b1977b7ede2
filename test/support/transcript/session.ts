/** What all threads of one conversation have in common: who runs where, the files being written and the working copy. */
import { clientOf, type Client, type ClientVersion } from './client.ts'
import { SeededIds } from './seeded-ids.ts'

/** The fields of one JSON record. */
export type Fields = Readonly<Record<string, unknown>>

/** One line of a file: a record that is serialised when the file is asked for, or text that goes out as it is. */
export type Line = { readonly kind: 'record'; readonly record: Fields } | { readonly kind: 'raw'; readonly text: string }

export interface ConversationOptions {
  /** Default 2.1.330. */
  readonly version?: ClientVersion
  readonly sessionId?: string
  readonly cwd?: string
  /** Time of the first record; default 2026-01-05T09:00:00Z. */
  readonly start?: string
  /** Same seed, same ids and bytes. Without one each conversation of a test file gets its own. */
  readonly seed?: string
  readonly gitBranch?: string
  readonly model?: string
  /** `cli`: typed in a terminal; `sdk-cli`: run with -p. */
  readonly entrypoint?: 'cli' | 'sdk-cli'
  /** `steady`: the time between two records depends on the record alone. `lively`: it varies. */
  readonly pace?: 'steady' | 'lively'
}

export interface Session {
  readonly client: Client
  readonly id: string
  readonly cwd: string
  readonly gitBranch: string
  readonly entrypoint: 'cli' | 'sdk-cli'
  readonly model: string
  readonly planName: string
  readonly pace: 'steady' | 'lively'
  readonly startedAtMs: number
  readonly seed: string
  readonly ids: SeededIds
  readonly main: Line[]
  /** Further files by path below `projects/`. */
  readonly otherFiles: Map<string, Line[]>
  /** The files that the agent reads and edits, by path. */
  readonly workingCopy: Map<string, string>
}

const adjectives = ['amber', 'brisk', 'calm', 'dappled', 'eager', 'frosty', 'gentle', 'humble', 'mellow', 'quiet']
const movements = ['climbing', 'drifting', 'gliding', 'humming', 'leaping', 'resting', 'rolling', 'wandering']
const nouns = ['badger', 'brook', 'cedar', 'comet', 'heron', 'lantern', 'meadow', 'otter', 'pebble', 'willow']

let unseeded = 0

export function openSession(options: ConversationOptions): Session {
  const seed = options.seed ?? options.sessionId ?? `conversation-${String(++unseeded)}`
  const ids = new SeededIds(seed)
  return {
    client: clientOf(options.version ?? '2.1.330'),
    id: options.sessionId ?? ids.uuid(),
    cwd: options.cwd ?? '/home/sam/src/lighthouse',
    gitBranch: options.gitBranch ?? 'main',
    entrypoint: options.entrypoint ?? 'cli',
    model: options.model ?? 'claude-opus-4-5-20251101',
    planName: `${ids.oneOf(adjectives)}-${ids.oneOf(movements)}-${ids.oneOf(nouns)}`,
    pace: options.pace ?? 'steady',
    startedAtMs: Date.parse(options.start ?? '2026-01-05T09:00:00.000Z'),
    seed,
    ids,
    main: [],
    otherFiles: new Map(),
    workingCopy: new Map(),
  }
}

function javaHash(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return Math.abs(hash)
}

/** The folder name that Claude Code gives to a working directory: not reversible, cut at 200 characters. */
export function projectFolder(cwd: string): string {
  const folder = cwd.replace(/[^a-zA-Z0-9]/g, '-')
  return folder.length <= 200 ? folder : `${folder.slice(0, 200)}-${javaHash(cwd).toString(36)}`
}
