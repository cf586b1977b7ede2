/** The forms in which a commit is exported, and how each is made. */
import type { ExportTarget } from '../../../app/contract/export.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'

export type WindowTarget = ExportTarget | 'bundle'

export interface TargetWords {
  readonly name: string
  readonly about: string
  /** Of the file that it becomes. */
  readonly ending: string
}

export const targetWords: Readonly<Record<WindowTarget, TargetWords>> = {
  'claude-code': {
    name: 'Resume in Claude Code',
    about: 'A transcript that the client goes on from, as a session of its own. The original session is not touched.',
    ending: 'jsonl',
  },
  messages: { name: 'Messages API request', about: 'JSON with system, messages and tools, which the API takes as it is.', ending: 'json' },
  'events-v1': { name: 'events-v1', about: 'The events of the conversation, as agent services keep them.', ending: 'cbor' },
  'bureau-agent-v1': { name: 'bureau-agent-v1', about: 'The conversation in the form of a bureau agent.', ending: 'json' },
  markdown: { name: 'Markdown', about: 'A page to read.', ending: 'md' },
  html: { name: 'HTML', about: 'A page for a browser, in one file: no scripts, nothing is loaded from elsewhere.', ending: 'html' },
  bundle: {
    name: 'Portable bundle',
    about: 'Commits with all they stand on, byte for byte, secrets too, in one file that another Strata takes in.',
    ending: 'bundle',
  },
}

export const targets = Object.keys(targetWords) as readonly WindowTarget[]

export interface ExportWish {
  readonly commitId: string
  readonly target: WindowTarget
  readonly stop: string
  /** Into the client's own folder. */
  readonly isInstalled: boolean
  /** '': that of the session. */
  readonly folder: string
  /** What looks like a secret is taken out. */
  readonly redact: boolean
  /** Ids of secrets that stay. */
  readonly leave: readonly string[]
}

/** A file name that says what it is. */
export const exportName = ({ commitId, target }: ExportWish): string => `${commitId}.${targetWords[target].ending}`

/** An ancestor whose past the receiver has; undefined: it gets everything. */
export const sinceOf = (stop: string): string | undefined => (stop === 'root' || stop === 'compaction' ? undefined : stop)

/** What does the same in a terminal. */
export const exportCommand = (wish: ExportWish): string => {
  const { commitId, target, stop, isInstalled, folder, redact, leave } = wish
  if (target === 'bundle') {
    const since = sinceOf(stop)
    return shellCommand('strata', 'bundle', 'create', exportName(wish), commitId, ...(since === undefined ? [] : ['--since', since]))
  }
  const where = isInstalled ? ['--install'] : ['--out', exportName(wish)]
  const cwd = target === 'claude-code' && folder !== '' ? ['--cwd', folder] : []
  const without = redact ? ['--redact', ...(leave.length === 0 ? [] : ['--leave', ...leave])] : []
  return shellCommand('strata', 'export', commitId, '--for', target, '--stop', stop, ...without, ...where, ...cwd)
}
