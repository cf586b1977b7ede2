/** Shows what a push or a bundle contains, with the secrets in it, and asks whether it may leave, or refuses because of them. */
import { Option } from 'commander'
import type { FoundSecret } from '../contract/export.ts'
import type { TransferContents } from '../contract/transfer.ts'
import { StrataError } from '../model/failure.ts'
import { exitCodes } from './exit-codes.ts'
import { countOf } from '../model/format/count.ts'
import { foundSecretsText } from './text/found-secrets-text.ts'
import type { Strata } from './run-with-engine.ts'
import type { Terminal } from './terminal.ts'

/** Rows of the table; the kinds and their numbers follow for all. */
const maxRows = 20

const kindsText = (found: readonly FoundSecret[]): string => {
  const counts = new Map<string, number>()
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${kind}: ${count}`).join(', ')
}

const secretsText = ({ found }: TransferContents, terminal: Terminal): string => {
  if (found.length === 0) return 'No secrets found in it.\n'
  const more = found.length > maxRows ? `${found.length - maxRows} more. ` : ''
  const rows = foundSecretsText(found.slice(0, maxRows), terminal)
  return `${rows}${more}${countOf(found.length, 'secret')} (${kindsText(found)}). They are included: the copy is byte for byte.\n`
}

const contentsText = (contents: TransferContents, terminal: Terminal): string => {
  const { sessions, commits, unreadable } = contents
  const unread =
    unreadable === 0
      ? ''
      : `${countOf(unreadable, 'part')} cannot be read and ${unreadable === 1 ? 'was' : 'were'} not searched for secrets.\n`
  return `Contains ${countOf(sessions, 'session')} and ${countOf(commits, 'commit')}.\n${unread}${secretsText(contents, terminal)}`
}

const secretWords = ({ id, kind, shown, commits }: FoundSecret): string => `${kind} ${shown} (${id}), first in ${commits[0] ?? 'n/a'}`

/** @throws StrataError secrets-found, which lists them; without --json they are printed as a table before it */
const refuseSecrets = (contents: TransferContents, { terminal, json }: Strata): void => {
  const { found } = contents
  if (!json) terminal.printError(contentsText(contents, terminal))
  if (found.length === 0) return
  const message = `Nothing was written: it contains ${countOf(found.length, 'secret')} (${kindsText(found)})`
  throw new StrataError('secrets-found', message, { secrets: found.map(secretWords) })
}

/** Options of a command that sends something from this machine. */
export interface SecretsOptions {
  readonly yes?: boolean
  readonly checkSecrets?: boolean
}

export const checkSecretsOption = (): Option =>
  new Option('--check-secrets', `write nothing and exit with code ${exitCodes.secrets} if secrets are found`).conflicts('yes')

/**
 * Whether it may leave. With --check-secrets the search decides, else a person. Without a terminal there is no one to ask: scripts and
 * schedules that give no option proceed as before.
 * @param what names of commits, refs and sessions; none: everything
 * @throws StrataError secrets-found
 */
export const confirmSecrets = async (
  strata: Strata,
  what: { readonly names: string[]; readonly since?: string },
  question: string,
  { yes, checkSecrets }: SecretsOptions,
): Promise<boolean> => {
  const { ask, finish, terminal } = strata
  const search = async (): Promise<TransferContents> => (await finish(() => ask('transfer.contents', what))).result
  if (checkSecrets === true) {
    refuseSecrets(await search(), strata)
    return true
  }
  if (yes === true || terminal.confirm === undefined) return true
  terminal.printError(contentsText(await search(), terminal))
  if (await terminal.confirm(`${question} [y/N] `)) return true
  terminal.printError('Cancelled. Nothing was written.\n')
  return false
}
