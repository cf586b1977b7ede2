/** The forms in which a commit is exported, and how each is made. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { WindowTarget } from '../../ui/commands/commit-dialog.ts'
import type { ChosenSession } from '../../ui/commands/session-dialog.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'

export interface TargetWords {
  readonly name: string
  readonly about: string
  /** Extension of the exported file. */
  readonly ending: string
}

export const targetWords: Readonly<Record<WindowTarget, TargetWords>> = {
  'claude-code': {
    name: 'Resume in Claude Code',
    about: 'A transcript that Claude Code continues as a new session. The original session does not change.',
    ending: 'jsonl',
  },
  messages: { name: 'Messages API request', about: 'JSON with system, messages and tools, ready to send to the API.', ending: 'json' },
  'events-v1': { name: 'events-v1', about: 'The events of the conversation, as agent services store them.', ending: 'cbor' },
  'bureau-agent-v1': { name: 'bureau-agent-v1', about: 'The conversation as a bureau agent stores it.', ending: 'json' },
  markdown: { name: 'Markdown', about: 'A document to read.', ending: 'md' },
  html: { name: 'HTML', about: 'One file for a browser, without scripts or external resources.', ending: 'html' },
  narrative: {
    name: 'Narrative',
    about: 'What the session knew, for an agent of another program: a short text with citations.',
    ending: 'md',
  },
  bundle: {
    name: 'Portable bundle',
    about: 'One file with commits and their ancestors, byte for byte, including secrets. Another Strata can import it.',
    ending: 'bundle',
  },
}

export const targets = Object.keys(targetWords) as readonly WindowTarget[]

/** A file of one conversation. */
export type FileTarget = Exclude<WindowTarget, 'bundle'>

export const fileTargets = targets.filter((target): target is FileTarget => target !== 'bundle')

export interface ExportChoice {
  readonly commitId: string
  readonly target: WindowTarget
  readonly stop: string
  /** Policy for tool outputs; undefined: none. */
  readonly policy: string | undefined
  /** Tokens that it may take; undefined: any number. */
  readonly budget: number | undefined
  /** Names of parts that are required, and of those that are excluded, within the budget. */
  readonly pinned: readonly string[]
  readonly dropped: readonly string[]
  /** Into the client's own folder. */
  readonly isInstalled: boolean
  /** '': that of the session. */
  readonly folder: string
  /** Whether text that looks like a secret is redacted. */
  readonly redact: boolean
  /** Ids of secrets that stay. */
  readonly leave: readonly string[]
}

/** A file name that says what it is. */
export const exportName = ({ commitId, target }: ExportChoice): string => `${commitId}.${targetWords[target].ending}`

const maxInName = 60

/** A file name from the title, and the beginning of the id, so that no two sessions have the same. */
export const sessionFileName = ({ title, sessionId }: ChosenSession, target: FileTarget): string => {
  const words = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  const name = Array.from(words).slice(0, maxInName).join('').toLowerCase()
  return `${name === '' ? '' : `${name}-`}${sessionId.slice(0, 8)}.${targetWords[target].ending}`
}

/** An ancestor whose past the receiver has; undefined: it gets everything. */
export const sinceOf = (stop: string): string | undefined => (stop === 'root' || stop === 'compaction' ? undefined : stop)

/** The options of the command line for the choice of secrets. */
export const redactOptions = ({ redact, leave }: Pick<ExportChoice, 'redact' | 'leave'>): readonly string[] =>
  redact ? ['--redact', ...(leave.length === 0 ? [] : ['--leave', ...leave])] : []

/** Whether a budget packs it part by part: events have whole commits, and a bundle has no budget. */
export const hasParts = (target: WindowTarget): target is CallInput<'export.preview'>['target'] =>
  target !== 'bundle' && target !== 'events-v1' && target !== 'bureau-agent-v1'

/** Whether a policy can be applied: events contain every output. */
export const isConversation = (target: WindowTarget): boolean => target !== 'bundle' && target !== 'narrative' && !target.endsWith('-v1')

/** The same export as a command for a terminal. */
export const exportCommand = (choice: ExportChoice): string => {
  const { commitId, target, stop, policy, budget, pinned, dropped, isInstalled, folder, redact, leave } = choice
  if (target === 'bundle') {
    const since = sinceOf(stop)
    return shellCommand('strata', 'bundle', 'create', exportName(choice), commitId, ...(since === undefined ? [] : ['--since', since]))
  }
  const where = isInstalled ? ['--install'] : ['--out', exportName(choice)]
  const cwd = target === 'claude-code' && folder !== '' ? ['--cwd', folder] : []
  const outputs = policy === undefined ? [] : ['--policy', policy]
  const parts = [...(pinned.length === 0 ? [] : ['--pin', ...pinned]), ...(dropped.length === 0 ? [] : ['--drop', ...dropped])]
  const most = budget === undefined ? [] : ['--budget', String(budget), ...parts]
  const what = [commitId, '--for', target, '--stop', stop, ...outputs, ...most, ...redactOptions({ redact, leave })]
  return shellCommand('strata', 'export', ...what, ...where, ...cwd)
}
