/** One version of a file: its lines with their proof beside them, and the gaps between what is known. */
import { MessageSquareText } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { knownLines, type FileLine } from '../../../../app/model/objects/known-lines.ts'
import { sessionAddress, type SessionAddress } from '../../session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { Empty } from '../../../ui/layout/async-states.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ProofSign } from '../../../ui/proof/proof-mark.tsx'
import { proofWords } from '../../../ui/proof/proof-words.ts'
import { placeOfRecord, type FileLife, type LifeVersion } from '../versions/file-life.ts'
import { versionPlace } from '../versions/version-facts.tsx'
import { FileLines } from './file-lines.tsx'
import { firstLineOf, linesByProof } from './lines-by-proof.ts'
import { unknownLines, type ShownFile } from './version-file.ts'

export interface ContentFaceProps {
  readonly life: FileLife
  /** undefined: the list has no version with this content. */
  readonly version: LifeVersion | undefined
  readonly file: ShownFile
  readonly isWrapped: boolean
}

export const ContentFace = (props: ContentFaceProps): ReactNode => {
  const { file, version } = props
  if (!file.isThere) return <Empty title="File does not exist">The agent knew that it does not.</Empty>
  const missing = unknownLines(file)
  if (missing === 'not available') return <Empty title="Lines not available">Only the last version of a record has its lines.</Empty>
  if (missing === 'unknown') return <Empty title="No line is known">{unknownBecause(version)}</Empty>
  return <KnownLines {...props} />
}

const unknownBecause = (version: LifeVersion | undefined): string =>
  version?.by === 'edit'
    ? 'The agent edited the file at a place that no record shows.'
    : 'No record before this one shows a line of the file.'

const KnownLines = ({ life, version, file, isWrapped }: ContentFaceProps): ReactNode => {
  const rows = useMemo(() => knownLines(file), [file])
  const hasProof = file.lacksLineProof !== true
  const open = (row: FileLine): void => {
    const place = linePlace(row, life, file)
    if (place !== undefined) go(place)
  }
  return (
    <FileLines
      label="Content"
      path={life.path}
      rows={rows}
      className="known-lines"
      besidePx={96}
      isWrapped={isWrapped}
      goTo={version === undefined ? undefined : firstLineOf(rows, version.record)}
      shown={version?.key ?? ''}
      onOpen={open}
      gutter={(row) => <ProofCell row={row} hasProof={hasProof} />}
      foot={(row) => (
        <>
          {hasProof ? (
            <Legend rows={rows} />
          ) : (
            <span className="faint">Proof of each line: n/a. Only the last version of a record has it.</span>
          )}
          {row?.kind !== 'line' ? null : (
            <span className="file-foot-line">
              <span className="faint">{lineText(row, life)}</span>
              {row.record === null ? null : (
                <Button
                  label="Open conversation"
                  isSmall
                  look="quiet"
                  hint="Open the record that this line is known by (Enter)"
                  icon={<MessageSquareText size={14} aria-hidden="true" />}
                  onPress={() => open(row)}
                />
              )}
            </span>
          )}
        </>
      )}
    />
  )
}

/** The conversation in which a line was learned. */
const linePlace = (row: FileLine, life: FileLife, { sessionId }: ShownFile): SessionAddress | undefined => {
  if (row.kind !== 'line' || row.record === null) return undefined
  const at = life.versions[placeOfRecord(life, row.record) ?? -1]
  // A record that only showed again what was known gives no version.
  return at === undefined ? sessionAddress(sessionId, 'conversation', undefined, recordPlaceKey(row.record)) : versionPlace(at)
}

const lineText = ({ number, proof, record }: Extract<FileLine, { readonly kind: 'line' }>, life: FileLife): string => {
  if (record === null) return `Line ${formatCount(number)}`
  const at = placeOfRecord(life, record)
  const version = at === undefined ? '' : ` by version ${formatCount(at + 1)}`
  return `Line ${formatCount(number)}: ${proof}${version}`
}

interface ProofCellProps {
  readonly row: FileLine
  readonly hasProof: boolean
}

const ProofCell = ({ row, hasProof }: ProofCellProps): ReactNode => {
  if (row.kind === 'gap')
    return (
      <span className="line-proof" role="gridcell" aria-label="unknown">
        <span className="proof-bar is-unknown" />
      </span>
    )
  if (!hasProof) return <span className="line-proof" role="gridcell" aria-label="proof not available" />
  return (
    <span className="line-proof" role="gridcell" aria-label={row.proof} title={`${row.proof}: ${proofWords[row.proof]}`}>
      <span className={`proof-bar is-${row.proof} ${row.isFirst ? 'is-first' : ''}`} />
    </span>
  )
}

const Legend = ({ rows }: { readonly rows: readonly FileLine[] }): ReactNode => (
  <span className="proof-legend" role="group" aria-label="Legend">
    {linesByProof(rows)
      .filter(([, lines]) => lines > 0)
      .map(([proof, lines]) => (
        <span key={proof} className="proof-mark" title={proofWords[proof]}>
          <ProofSign proof={proof} />
          {proof} <span className="faint">{countOf(lines, 'line')}</span>
        </span>
      ))}
  </span>
)
