/** Shows what a push or a bundle contains, with the secrets in it, and asks whether it may leave. */
import type { FoundSecret } from '../contract/export-views.ts'
import type { TransferContents } from '../contract/transfer-views.ts'
import { plural } from './figures.ts'
import { foundSecretsText } from './found-secrets-text.ts'
import type { Strata } from './open-contract.ts'
import type { Terminal } from './terminal.ts'

/** Rows of the table; the kinds and their numbers follow for all. */
const mostRows = 20

const kindsText = (found: readonly FoundSecret[]): string => {
  const counts = new Map<string, number>()
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${kind}: ${count}`).join(', ')
}

const secretsText = ({ found }: TransferContents, terminal: Terminal): string => {
  if (found.length === 0) return 'No secrets found in it.\n'
  const more = found.length > mostRows ? `${found.length - mostRows} more. ` : ''
  const rows = foundSecretsText(found.slice(0, mostRows), terminal)
  return `${rows}${more}${plural(found.length, 'secret')} (${kindsText(found)}). They are included as they are: a copy is byte for byte.\n`
}

const contentsText = (contents: TransferContents, terminal: Terminal): string => {
  const { sessions, commits, unreadable } = contents
  const unread = unreadable === 0 ? '' : `, of which ${unreadable} cannot be read and were not searched`
  return `Contains ${plural(sessions, 'session')} and ${plural(commits, 'commit')}${unread}.\n${secretsText(contents, terminal)}`
}

/**
 * Whether a person agrees. Without a terminal there is no one to ask: scripts and schedules proceed as before.
 * @param what names of commits, refs and sessions; none: everything
 */
export const mayLeave = async (
  { ask, finish, terminal }: Strata,
  what: { readonly names: string[]; readonly since?: string },
  question: string,
): Promise<boolean> => {
  if (terminal.confirm === undefined) return true
  const contents = (await finish(() => ask('transfer.contents', what))).result as TransferContents
  terminal.printError(contentsText(contents, terminal))
  if (await terminal.confirm(`${question} [y/N] `)) return true
  terminal.printError('Cancelled. Nothing was written.\n')
  return false
}
