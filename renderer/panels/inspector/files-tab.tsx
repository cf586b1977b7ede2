/** The files that the session in view read and changed. */
import { useState, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { filesAddress } from '../../screens/files/address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import type { InspectedProps, InspectorTab } from './tab.ts'

const mostFiles = 500

const FilesTab = ({ detail: { commit } }: InspectedProps): ReactNode => {
  const { sessionId } = commit
  const call = useQuery('files.list', { sessionId, limit: mostFiles }, sessionId)
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
            <p className="faint">{countOf(total, 'file')} of the whole session, last used first</p>
            <ul className="inspector-files">
              {shown.map(({ path, reads, changes, failed }) => (
                <li key={path}>
                  <a href={`#${formatAddress({ ...filesAddress, session: sessionId, path })}`} title={path}>
                    <PathText path={path} />
                  </a>
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

const usedText = (reads: number, changes: number, failed: number): string =>
  [
    reads === 0 ? '' : countOf(reads, 'read'),
    changes === 0 ? '' : countOf(changes, 'change'),
    failed === 0 ? '' : `${formatCount(failed)} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ')

export const filesTab: InspectorTab = { id: 'files', title: 'Files', component: FilesTab }
