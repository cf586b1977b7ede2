/** Text about a transfer from store to store, and about the contents of a bundle. */
import type { BundleMade, BundleView, RemoteView, TransferResult } from '../../contract/transfer.ts'
import { hintOf } from '../../model/failure.ts'
import { bytesText, countText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

type Holdings = Pick<TransferResult, 'sessions' | 'commits' | 'refs'> & Partial<Pick<TransferResult, 'notes'>>

/** The number of items of each kind; '' when there are no items. Commits are those without their session. */
const holdings = ({ sessions, commits, refs, notes = 0 }: Holdings): string =>
  [
    [sessions, countOf(sessions, 'session')] as const,
    [commits, countOf(commits, 'single commit')] as const,
    [refs, countOf(refs, 'ref')] as const,
    [notes, countOf(notes, 'summary, pin, correction or path rule', 'summaries, pins, corrections and path rules')] as const,
  ]
    .flatMap(([number, text]) => (number === 0 ? [] : [text]))
    .join(', ')

interface NotSent {
  readonly what: string
  readonly id: string
  readonly reason: string
}

const notSentText = (title: string, items: readonly NotSent[], { colors, width }: Terminal): string => {
  if (items.length === 0) return ''
  const columns = [
    { title, paint: colors.red },
    { title: 'ID', paint: colors.cyan },
    { title: 'REASON', flexible: true },
  ]
  const rows = items.map(({ what, id, reason }) => [what, printableLine(id), printableLine(reason)])
  return `\n${printTable(columns, rows, width, colors.bold)}`
}

const unreadableText = (items: readonly NotSent[], terminal: Terminal): string =>
  items.length === 0 ? '' : `${notSentText('NOT READ', items, terminal)}\n${hintOf('artifact-corrupt')}\n`

export const bundleMadeText = (made: BundleMade, terminal: Terminal): string => {
  const needs = made.needs.length === 0 ? '' : `It requires ${made.needs.join(', ')}: the receiver must have it.\n`
  return `${printableLine(made.path)}: ${holdings(made) || 'nothing'}; ${countOf(made.artifacts, 'artifact')}, ${bytesText(made.bytes)}\n${needs}${unreadableText(made.unreadable, terminal)}`
}

const healedText = ({ healed, dryRun }: TransferResult, isPush: boolean): string => {
  const repair = isPush ? '. Run `strata repair` in that store to replace its damaged packs' : ''
  return `${countOf(healed, 'damaged artifact')} ${isPush ? 'there' : 'here'} ${dryRun ? 'would be' : healed === 1 ? 'was' : 'were'} replaced${repair}\n`
}

/** As Git reports a push or a fetch. */
const movedText = (result: TransferResult, verb: string): string => {
  const { artifacts, bytes, unchanged, refused, unreadable, dryRun } = result
  const what = holdings(result)
  const same = unchanged === 0 ? '' : `; ${countOf(unchanged, 'session or commit', 'sessions and commits')} up to date`
  if (what === '') return refused.length + unreadable.length === 0 ? 'Everything up to date\n' : `Nothing ${verb}${same}\n`
  const size = `${countOf(artifacts, 'artifact')}${bytes === null ? '' : `, ${bytesText(bytes)}`}`
  return `${what} ${dryRun ? `would be ${verb}` : verb} (${size})${same}\n`
}

/** @param verb what was done, or would be: “imported” */
export const transferText = (result: TransferResult, verb: string, terminal: Terminal): string => {
  const lines = [movedText(result, verb)]
  if (result.healed > 0) lines.push(healedText(result, verb === 'pushed'))
  for (const { name, commitId, incoming, incomingName } of result.kept)
    lines.push(`${printableLine(name)} stays at ${commitId}; the incoming ${incoming} is named ${printableLine(incomingName)}\n`)
  lines.push(notSentText('REFUSED', result.refused, terminal), unreadableText(result.unreadable, terminal))
  return lines.join('')
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[], { colors, width }: Terminal): string =>
  rows.length === 0
    ? ''
    : `\n${printTable(
        titles.map((title, at) => (at === 0 ? { title, flexible: true, paint: colors.cyan } : { title })),
        rows,
        width,
        colors.bold,
      )}`

export const bundleText = (view: BundleView, terminal: Terminal): string => {
  const { colors } = terminal
  const read = view.artifacts === null ? '' : `${countOf(view.artifacts, 'artifact')} verified: ${colors.green('complete')}\n`
  const needs = view.needs.length === 0 ? '' : `It requires ${view.needs.join(', ')}\n`
  const missing = view.missing.length === 0 ? '' : `${colors.red('This store lacks')} ${view.missing.join(', ')}\n`
  const notes = `${countOf(view.summaries, 'written summary', 'written summaries')}, ${countOf(view.pins, 'pin')}, ${countOf(view.corrections, 'correction')}\n`
  return [
    `${printableLine(view.path)}: ${bytesText(view.bytes)}\n${read}${needs}${missing}${notes}`,
    table(
      ['SESSION', 'COMMITS', 'FILES', 'BYTES'],
      view.sessions.map((row) => [printableLine(row.sessionId), countText(row.commits), countText(row.files), bytesText(row.bytes)]),
      terminal,
    ),
    table(
      ['COMMIT', 'PARENT', 'SESSION'],
      view.commits.map((row) => [row.commitId, row.parent ?? '', printableLine(row.sessionId ?? '')]),
      terminal,
    ),
    table(
      ['REF', 'COMMIT'],
      view.refs.map((row) => [printableLine(row.name), row.commitId]),
      terminal,
    ),
  ].join('')
}

export const remotesText = (remotes: readonly RemoteView[], terminal: Terminal): string => {
  if (remotes.length === 0) return 'No remotes. To add one: strata remote add NAME PATH\n'
  const rows = remotes.map(({ name, path, isThere }) => [printableLine(path), printableLine(name), isThere ? 'yes' : 'no'])
  return table(['PATH', 'NAME', 'EXISTS'], rows, terminal).slice(1)
}
