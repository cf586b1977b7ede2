/** Files as agents knew them, and their versions, as text. */
import { unknownFileText } from '../../model/objects/unknown-file.ts'
import type { FileHistoryView, KnownFileView, KnownVersion, RecordName } from '../../contract/objects.ts'
import { lineChanges } from '../../diff/unified-patch.ts'
import { countOf } from '../../model/format/count.ts'
import { lineName, type LineName } from '../../model/line-name.ts'
import { gapText, knownLines, type LineGap } from '../../model/objects/known-lines.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { redacted } from '../../secrets/redact-secrets.ts'
import type { Terminal } from '../terminal.ts'
import { paintedPatch } from './drift-text.ts'
import { timeText } from './format.ts'
import { printableLine, visible } from './printable.ts'
import { printTable } from './print-table.ts'
import { checkoutsText } from './repository-text.ts'

/** As the options take it, whole. */
const recordName = (record: RecordName | null): string | null => (record === null ? null : `${record.sourceId}:${lineName(record)}`)

/** The output of `file show --json`: records are named in the form of the options; the record that gave the content names the version. */
export const fileJson = ({ record, ranges, ...file }: KnownFileView) => ({
  ...file,
  ranges: ranges.map((range) => ({ ...range, record: recordName(range.record) })),
  versionId: recordName(record),
})

const markText = (gap: LineGap): string => `[${gapText(gap)}]`

export const proofText = (file: KnownFileView, { colors }: Terminal): string => {
  const rows = knownLines(file)
  const width = String(file.ranges.at(-1)?.to ?? 0).length
  return rows
    .map((row) => {
      if (row.kind === 'gap') return colors.dim(markText(row))
      const record = row.record === null ? '' : recordText(row.record)
      return `${colors.dim(`${row.proof.padEnd(8)} ${record.padEnd(18)} ${String(row.number).padStart(width)}`)}  ${visible(row.text)}`
    })
    .join('\n')
}

/** Its exact content, or the known lines with a mark for each gap. */
export const contentText = (file: KnownFileView): string =>
  file.content ??
  knownLines(file)
    .map((row) => `${row.kind === 'gap' ? markText(row) : row.text}\n`)
    .join('')

export const missing = (file: KnownFileView): string | undefined => {
  if (!file.isThere) return `${printableLine(file.path)} did not exist at that commit.`
  if (file.ranges.length === 0) return unknownFileText(printableLine(file.path), file.isTooLarge)
  return undefined
}

/** As `--before` and `--after` take it. */
export const recordText = (record: Pick<RecordName, 'sourceId'> & LineName): string => `${record.sourceId.slice(0, 12)}:${lineName(record)}`

const changeText = ({ added, removed, isThere }: KnownVersion): string => {
  if (!isThere) return 'deleted'
  return added === null || removed === null ? '' : `+${added} -${removed}`
}

interface HistoryRow {
  readonly at: number | null
  readonly cells: readonly string[]
}

/** Rows of tracked changes for a page of versions. Changes before its last version belong to the next pages. */
const trackedRows = ({ tracked, versions, total, checkouts }: FileHistoryView): readonly HistoryRow[] => {
  const oldest = versions.length === total ? null : (versions.at(-1)?.occurredAt ?? null)
  return tracked
    .filter(({ observedAt }) => oldest === null || observedAt >= oldest)
    .map(({ observedAt, isThere, sessionId }) => ({
      at: observedAt,
      cells: [
        timeText(observedAt),
        '',
        '',
        'tracker',
        'observed',
        isThere ? '' : 'deleted',
        ...(checkouts.length === 0 ? [] : ['']),
        shortSessionName(sessionId),
      ],
    }))
}

export const historyText = (history: FileHistoryView, { colors, width }: Terminal): string => {
  const { versions, total, checks } = history
  const columns = [
    { title: 'TIME', paint: colors.dim },
    { title: 'COMMIT', paint: colors.yellow },
    { title: 'RECORD', dropped: 1 },
    { title: 'BY' },
    { title: 'PROOF' },
    { title: 'LINES', align: 'right' },
    ...(history.checkouts.length === 0 ? [] : ([{ title: 'CHECKOUT', flexible: 'start' }] as const)),
    { title: 'SESSION', flexible: true },
  ] as const
  const checkoutOf = new Map(history.checkouts.flatMap(({ others }) => others.map(({ path, checkout }) => [path, checkout] as const)))
  const ofRecords = versions.map((version): HistoryRow => ({
    at: version.occurredAt,
    cells: [
      timeText(version.occurredAt),
      version.commitId,
      recordText(version.record),
      version.by,
      version.stale === null ? version.proof : `${version.proof}, stale`,
      changeText(version),
      ...(checkoutOf.size === 0 ? [] : [printableLine(checkoutOf.get(version.path) ?? '')]),
      printableLine(version.title),
    ],
  }))
  const ofTrackers = trackedRows(history)
  const rows = ofTrackers.length === 0 ? ofRecords : [...ofTrackers, ...ofRecords].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
  const cells = rows.map((row) => row.cells)
  const refuted = checks.filter(({ outcome }) => outcome !== 'confirmed').length
  const checked = `${countOf(checks.length, 'later observation')}: ${checks.length - refuted} confirmed, ${refuted} refuted what was known`
  const shown =
    versions.length === total ? countOf(total, 'version') : `${versions.length} of ${countOf(total, 'version')}; use -n for more`
  const seen = ofTrackers.length === 0 ? '' : `, and ${ofTrackers.length} seen by trackers`
  return `${printTable(columns, cells, width, colors.bold)}${colors.dim(`${shown}${seen}. ${checked}.`)}\n${colors.dim(checkoutsText(history.checkouts))}`
}

/** '': no line of the two contents is redacted. */
const redactedNote = (before: string, after: string, patch: string, { redact }: Terminal): string => {
  if (redact === undefined || !(before + after).includes(redacted)) return ''
  return patch === ''
    ? 'n/a: redacted lines are not compared, and the others are equal\n'
    : 'Changes of redacted lines: n/a, they are not compared\n'
}

const differenceText = (before: string, after: string, terminal: Terminal): string => {
  const { patch } = lineChanges(before, after)
  const note = redactedNote(before, after, patch, terminal)
  return patch === '' && note !== '' ? note : `${paintedPatch(patch, terminal)}\n${note}`
}

/** Each version with its difference from the one before it in the list. */
export const patchesText = ({ path, versions }: FileHistoryView, terminal: Terminal): string =>
  versions
    .map((version, at) => {
      const before = versions[at + 1]
      const place = version.path === path ? '' : ` in ${printableLine(version.path)}`
      const head = `${terminal.colors.yellow(version.commitId)} ${recordText(version.record)} ${timeText(version.occurredAt)} ${version.by}, ${version.proof}${place}: ${printableLine(version.title)}`
      if (!version.isThere) return `${head}\ndeleted\n`
      if (version.content === null) return `${head}\nNot all of it is known.\n`
      if (before?.content === null && before.isThere) return `${head}\nNot all of the content before it is known.\n`
      if (before === undefined)
        return `${head}\nThe first version that is known: ${countOf(lineChanges('', version.content).added, 'line')}.\n`
      return `${head}\n${differenceText(before.content ?? '', version.content, terminal)}`
    })
    .join('\n')
