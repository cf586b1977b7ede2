/** Puts the hooks into settings of the client, and takes them out. */
import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isMadeForHooks, newSettings, withHooks, withoutHooks, type HookEntry } from '../../agent-context/settings-hooks.ts'
import { readText, refuseChanged, replaceFile } from './stored-text.ts'

export const scopes = ['user', 'project', 'local'] as const
export type Scope = (typeof scopes)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** The file of the client that a scope names. */
export const settingsOf = (scope: Scope, root: string, env: Environment): string => {
  if (scope === 'project') return join(root, '.claude', 'settings.json')
  if (scope === 'local') return join(root, '.claude', 'settings.local.json')
  const own = env['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim() ?? ''
  return join(own === '' ? join(env['HOME'] ?? env['USERPROFILE'] ?? homedir(), '.claude') : own, 'settings.json')
}

/** Seconds; the hooks end before it by themselves. */
const timeout = 5

const names = [
  { event: 'SessionStart', matcher: 'compact', name: 'session-start' },
  { event: 'UserPromptSubmit', name: 'prompt' },
  { event: 'PreToolUse', matcher: 'Edit|MultiEdit|Write|NotebookEdit|Bash', name: 'pre-tool' },
  { event: 'Stop', name: 'stop' },
] as const

/** A word of a POSIX shell, which also runs the hooks of the client on Windows. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/**
 * @param program words that start this program on this machine; undefined: the one that PATH names, for settings that are shared: where there
 * is none, nothing runs
 */
export const hookEntries = (program: readonly string[] | undefined): readonly HookEntry[] =>
  names.map((each) => {
    const own = program?.map(quoted).join(' ') ?? 'if command -v strata >/dev/null 2>&1; then strata'
    const command = `${own} reasoning hook ${each.name}${program === undefined ? '; fi' : ''}`
    return { event: each.event, matcher: 'matcher' in each ? each.matcher : undefined, command, timeout }
  })

const ownCommand = new RegExp(`\\breasoning hook (?:${names.map(({ name }) => name).join('|')})(?:; fi)?$`)

/** Whether a command of the settings is a hook of this program. */
export const isOwnHook = (command: string): boolean => ownCommand.test(command)

export interface SettingsChange {
  readonly file: string
  /** Undefined: the file is not there. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** @throws StrataError invalid-input for settings that are no JSON */
export const installHooks = (file: string, entries: readonly HookEntry[]): SettingsChange => {
  const before = readText(file)
  const isNew = before === undefined || isMadeForHooks(before, isOwnHook)
  const after = isNew ? newSettings(entries) : withHooks(before, entries, isOwnHook)
  return { file, before, after }
}

/** @throws StrataError invalid-input for settings that are no JSON */
export const uninstallHooks = (file: string): SettingsChange => {
  const before = readText(file)
  if (before === undefined || before.trim() === '') return { file, before, after: before }
  return { file, before, after: isMadeForHooks(before, isOwnHook) ? undefined : withoutHooks(before, isOwnHook) }
}

/** Writes the change, unless another program wrote the file in between. @throws StrataError system-refused */
export const applySettings = ({ file, before, after }: SettingsChange): void => {
  if (after === before) return
  const read = { bytes: before === undefined ? undefined : Buffer.from(before) }
  if (after !== undefined) replaceFile(file, after, read)
  else {
    refuseChanged(file, read)
    rmSync(file, { force: true })
  }
}
