/** Who wrote each line of a file: the agent, the prompt that led to it, and the conversation. */
import { useMemo, useState, type ReactNode } from 'react'
import type { BlameView, LineOrigin } from '../../../../app/contract/objects.ts'
import { formatDate, formatInstant } from '../../../../app/model/format/instant.ts'
import { sentenceCase } from '../../../../app/model/format/sentence-case.ts'
import { gapText } from '../../../../app/model/objects/known-lines.ts'
import { sessionAddress } from '../../session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { useQuery } from '../../../ui/calls/use-query.ts'
import { Empty, Loaded } from '../../../ui/layout/async-states.tsx'
import { deedName } from '../../../ui/proof/proof-words.ts'
import { CodeLine } from '../lines/code-line.tsx'
import { lineColours, type LineColours } from '../lines/line-colours.ts'
import { LineList } from '../lines/line-list.tsx'
import { widest } from '../lines/line-text.ts'
import { blameRows, sourceCounts, sourceWords, writerOf, type BlameLine, type BlameRow } from './blame-lines.ts'
import './blame.css'

export interface BlameFaceProps {
  readonly path: string
  /** The commit at whose end the file is shown; undefined: the newest content. */
  readonly at: string | undefined
  /** Whether the file changed in that commit after the version that is selected. */
  readonly isLater?: boolean
  readonly isWrapped: boolean
}

export const BlameFace = ({ path, at, isLater = false, isWrapped }: BlameFaceProps): ReactNode => {
  const call = useQuery('file.blame', { path, ...(at === undefined ? {} : { at }) })
  return (
    <Loaded call={call} what="Reading who wrote the lines">
      {(blame) => {
        if (!blame.isThere) return <Empty title="File does not exist">It did not exist then.</Empty>
        if (blame.lines.length === 0) return <Empty title="No line is known">No record shows a line of the file.</Empty>
        return <Blamed blame={blame} at={at} isLater={isLater} isWrapped={isWrapped} />
      }}
    </Loaded>
  )
}

interface BlamedProps extends Pick<BlameFaceProps, 'at' | 'isWrapped'> {
  readonly blame: BlameView
  readonly isLater: boolean
}

const Blamed = ({ blame, at, isLater, isWrapped }: BlamedProps): ReactNode => {
  const [active, setActive] = useState<number | undefined>()
  const rows = useMemo(() => blameRows(blame), [blame])
  const colours = useMemo(
    () =>
      lineColours(
        rows.map((row) => (row.kind === 'gap' ? row : { ...row, proof: 'observed', record: null })),
        blame.path,
      ),
    [rows, blame.path],
  )
  const columns = useMemo(() => widest(blame.lines.map(({ text }) => text)), [blame])
  const row = active === undefined ? undefined : rows[active]
  const origin = row?.kind === 'line' ? row.origin : undefined
  return (
    <>
      <div className="file-body file-blame">
        <LineList
          label="Blame"
          count={rows.length}
          columns={columns}
          besidePx={380}
          isWrapped={isWrapped}
          active={active !== undefined && active < rows.length ? active : undefined}
          onActive={setActive}
          onOpen={(index) => openLine(rows[index])}
          lineClass={(index) => (isBlockStart(rows[index]) ? 'is-block' : '')}
          draw={(index) => <Cells row={rows[index]} colours={colours} />}
        />
      </div>
      <div className="file-foot">
        <span className="faint">
          {sourceCounts(rows)}
          {at === undefined ? '' : `, at the end of ${at}${isLater ? ', after this version' : ''}`}
        </span>
        {origin === undefined ? null : (
          <span className="file-foot-line">
            <span className="blame-prompt faint" title={origin.prompt ?? undefined}>
              {originText(origin)}
            </span>
          </span>
        )}
      </div>
    </>
  )
}

const isBlockStart = (row: BlameRow | undefined): boolean => row?.kind === 'line' && row.isFirst

const openOrigin = ({ sessionId, commitId, record }: LineOrigin): void =>
  go(sessionAddress(sessionId, 'conversation', commitId, recordPlaceKey(record)))

const openLine = (row: BlameRow | undefined): void => {
  if (row?.kind === 'line' && row.origin !== undefined) openOrigin(row.origin)
}

const originText = (origin: LineOrigin): string =>
  [
    origin.occurredAt === null ? '' : formatInstant(origin.occurredAt),
    deedName(origin.by),
    sourceWords[origin.source],
    origin.title,
    origin.prompt === null ? '' : `“${origin.prompt}”`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

interface CellsProps {
  readonly row: BlameRow | undefined
  readonly colours: LineColours
}

const Cells = ({ row, colours }: CellsProps): ReactNode => {
  if (row === undefined) return null
  if (row.kind === 'gap')
    return (
      <>
        <span className="blame-bar is-gap" role="gridcell" aria-label="unknown" />
        <span className="line-gap" role="gridcell">
          {sentenceCase(gapText(row))}
        </span>
      </>
    )
  return (
    <>
      <span className={`blame-bar is-${row.origin?.source ?? 'gap'}`} role="gridcell" />
      <OriginCell row={row} />
      <span className="line-number" role="gridcell">
        {row.number}
      </span>
      <span role="gridcell">
        <CodeLine text={row.text} pieces={colours.get(row.number)} />
      </span>
    </>
  )
}

const OriginCell = ({ row: { origin, isFirst } }: { readonly row: BlameLine }): ReactNode => {
  if (origin === undefined)
    return (
      <span className="blame-origin" role="gridcell">
        {isFirst ? <span className="faint">in no transcript</span> : null}
      </span>
    )
  if (!isFirst) return <span className="blame-origin" role="gridcell" aria-label="as above" />
  return (
    <span className="blame-origin" role="gridcell">
      <button type="button" tabIndex={-1} title={originText(origin)} onClick={() => openOrigin(origin)}>
        <span className="blame-date">{origin.occurredAt === null ? 'n/a' : formatDate(origin.occurredAt)}</span>
        <span className={`blame-who is-${origin.source}`}>{writerOf(origin)}</span>
        {origin.source === 'outside' ? null : <span className="blame-prompt">{origin.prompt ?? origin.title}</span>}
      </button>
    </span>
  )
}
