/** Who wrote each line of a file: the agent, the prompt that led to it, and the conversation. */
import { useMemo, useState, type ReactNode } from 'react'
import type { BlameView, LineOrigin } from '../../../../app/contract/objects.ts'
import { formatDate, formatInstant } from '../../../../app/model/format/instant.ts'
import { sessionAddress } from '../../session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { useQuery } from '../../../ui/calls/use-query.ts'
import { useCommands } from '../../../ui/commands/commands.ts'
import { Empty, Loaded } from '../../../ui/layout/async-states.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { keepPreference, preference } from '../../../ui/layout/preferences.ts'
import { givenByName } from '../../../ui/proof/given-by.ts'
import { FileLines } from '../lines/file-lines.tsx'
import { blameRows, sourceCounts, sourceText, writerOf, type BlameLine, type BlameRow } from './blame-lines.ts'
import { LineWhy } from './line-why.tsx'
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

const whyKept = 'blame.why'

const Blamed = ({ blame, at, isLater, isWrapped }: BlamedProps): ReactNode => {
  const rows = useMemo(() => blameRows(blame), [blame])
  const [hasWhy, setHasWhy] = useState(() => preference(whyKept) === 'yes')
  const toggleWhy = (): void => {
    keepPreference(whyKept, hasWhy ? 'no' : 'yes')
    setHasWhy(!hasWhy)
  }
  useCommands([{ id: 'blame.why', title: 'Why is the line so?', group: 'File', keys: ['y'], run: toggleWhy }])
  return (
    <FileLines
      label="Blame"
      path={blame.path}
      rows={rows}
      className="file-blame"
      besidePx={380}
      isWrapped={isWrapped}
      onOpen={openLine}
      lineClass={(index) => (isBlockStart(rows[index]) ? 'is-block' : '')}
      gutter={(row) => <OriginCells row={row} />}
      foot={(row) => (
        <>
          <span className="faint">
            {sourceCounts(rows)}
            {at === undefined ? '' : `, at the end of ${at}${isLater ? ', after this version' : ''}`}
          </span>
          {row?.kind !== 'line' || row.origin === undefined ? null : (
            <span className="file-foot-line">
              <span className="blame-prompt faint" title={row.origin.prompt ?? undefined}>
                {originText(row.origin)}
              </span>
            </span>
          )}
          <Button
            label="Why"
            hint="What was decided before the line was written"
            chord="y"
            isSmall
            isPressed={hasWhy}
            onPress={toggleWhy}
          />
          {hasWhy ? <LineWhy origin={row?.kind === 'line' ? row.origin : undefined} /> : null}
        </>
      )}
    />
  )
}

const isBlockStart = (row: BlameRow | undefined): boolean => row?.kind === 'line' && row.isFirst

const openOrigin = ({ sessionId, commitId, record }: LineOrigin): void =>
  go(commitId === '' ? sessionAddress(sessionId) : sessionAddress(sessionId, 'conversation', commitId, recordPlaceKey(record)))

const openLine = (row: BlameRow): void => {
  if (row.kind === 'line' && row.origin !== undefined) openOrigin(row.origin)
}

const originText = (origin: LineOrigin): string =>
  [
    origin.occurredAt === null ? '' : formatInstant(origin.occurredAt),
    givenByName(origin.by),
    sourceText(origin),
    origin.title,
    origin.prompt === null ? '' : `“${origin.prompt}”`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

const OriginCells = ({ row }: { readonly row: BlameRow }): ReactNode =>
  row.kind === 'gap' ? (
    <span className="blame-bar is-gap" role="gridcell" aria-label="unknown" />
  ) : (
    <>
      <span className={`blame-bar is-${row.origin?.source ?? 'gap'}`} role="gridcell" />
      <OriginCell row={row} />
    </>
  )

/** The prompt of a record that only shows a line did not lead to it. */
const isWritten = ({ source }: LineOrigin): boolean => source === 'agent' || source === 'elsewhere'

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
        {isWritten(origin) ? <span className="blame-prompt">{origin.prompt ?? origin.title}</span> : null}
      </button>
    </span>
  )
}
