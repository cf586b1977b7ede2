/** The files that the session in view read and changed. */
import { useMemo, useState, type ReactNode } from 'react'
import type { KnownFileSummary } from '../../../app/contract/commit-files.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { filePlace } from '../../screens/files/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { useQuery, type QueryState } from '../../ui/calls/use-query.ts'
import { TrackerLine } from '../../ui/jobs/tracker-line.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { NotAvailable } from '../../ui/layout/not-available.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { KnownAs } from '../../ui/proof/version-marks.tsx'
import type { InspectedProps, InspectorTab } from './tab.ts'

const maxFiles = 500

const FilesTab = ({ detail: { commit } }: InspectedProps): ReactNode => {
  const { sessionId } = commit
  const call = useQuery('files.list', { sessionId, limit: maxFiles }, sessionId)
  const inEnd = useQuery('session.files', { sessionId }, sessionId)
  const known = useMemo(() => new Map(inEnd.kind === 'done' ? inEnd.value.files.map((file) => [file.path, file]) : []), [inEnd])
  const [text, setText] = useState('')
  return (
    <Loaded call={call} what="Reading the files">
      {({ rows, total }) => {
        const shown = rows.filter(({ path }) => path.toLowerCase().includes(text.toLowerCase()))
        if (total === 0) return <Empty title="No files">No tool of this session was given a file.</Empty>
        return (
          <div className="inspector-scroll">
            <div className="field">
              <input
                type="text"
                aria-label="Filter files"
                placeholder="Filter files"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            {inEnd.kind === 'failed' ? <InlineFailure failure={inEnd.failure} retry={inEnd.retry} /> : null}
            <TrackerLine key={sessionId} sessionId={sessionId} />
            <p className="faint">{countOf(total, 'file')} of the whole session, last used first</p>
            <ul className="inspector-files">
              {shown.map(({ path, reads, changes, failed }) => (
                <li key={path}>
                  <a href={`#${formatAddress(filePlace(path, sessionId))}`} title={path}>
                    <PathText path={path} />
                  </a>
                  <Known of={known.get(path)} call={inEnd} />
                  <span className="faint">{usedText(reads, changes, failed)}</span>
                </li>
              ))}
            </ul>
            {total > rows.length ? <p className="faint">{formatCount(total - rows.length)} more in the list of files.</p> : null}
          </div>
        )
      }}
    </Loaded>
  )
}

interface KnownProps {
  readonly of: KnownFileSummary | undefined
  readonly call: QueryState<unknown>
}

/** How many versions the session gave the file, and how it was known at the end. */
const Known = ({ of, call }: KnownProps): ReactNode => {
  if (call.kind === 'pending') return <span className="faint">…</span>
  if (call.kind === 'failed') return <NotAvailable reason={call.failure.message} />
  if (of === undefined) return <span className="faint">No version is known</span>
  return (
    <span className="inspector-known">
      {countOf(of.versions, 'version')}
      <KnownAs version={of} />
    </span>
  )
}

const usedText = (reads: number, changes: number, failed: number): string =>
  [
    reads === 0 ? '' : countOf(reads, 'read'),
    changes === 0 ? '' : countOf(changes, 'change'),
    failed === 0 ? '' : `${formatCount(failed)} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ')

export const filesTab: InspectorTab = { id: 'files', title: 'Files', component: FilesTab }
