/** What was exported: where it is, what is in it, what was lost, and the command to go on with. */
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportView } from '../../app/contract/export-views.ts'
import type { BundleMade } from '../../app/contract/transfer-views.ts'
import { ask } from '../ui/bridge.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes } from '../ui/format-bytes.ts'
import { countOf } from '../ui/format-count.ts'
import { LostList } from '../ui/lost-list.tsx'
import { NextCommand } from '../ui/next-command.tsx'
import { tellFailure } from '../ui/notice.ts'
import { shellCommand } from '../ui/shell-words.ts'

export const Exported = ({ view }: { readonly view: ExportView }): ReactNode => (
  <section className="exported" aria-label="Exported">
    <p role="status">
      {countOf(view.messages, 'message')} of {countOf(view.commits.length, 'commit')}, {formatBytes(view.bytes)}, written.
    </p>
    <dl className="facts">
      {view.path === null ? null : <WrittenFile path={view.path} />}
      {view.sessionId === null ? null : (
        <>
          <dt>Session</dt>
          <dd className="mono">{view.sessionId}</dd>
        </>
      )}
      {view.ref === null ? null : (
        <>
          <dt>Fork</dt>
          <dd className="mono">{view.ref}</dd>
        </>
      )}
    </dl>
    {view.command === null ? null : <NextCommand label="Go on with it" command={view.command} />}
    <LostList lost={view.lost} />
  </section>
)

export const BundleWritten = ({ made }: { readonly made: BundleMade }): ReactNode => (
  <section className="exported" aria-label="Exported">
    <p role="status">
      {countOf(made.sessions, 'session')}, {countOf(made.commits, 'commit')} and {countOf(made.refs, 'ref')} with{' '}
      {countOf(made.artifacts, 'artifact')}, {formatBytes(made.bytes)}, written.
    </p>
    <dl className="facts">
      <WrittenFile path={made.path} />
      {made.needs.length === 0 ? null : (
        <>
          <dt>Needs</dt>
          <dd>
            <span className="mono">{made.needs.join(' ')}</span> <span className="faint">which the receiver has to have</span>
          </dd>
        </>
      )}
    </dl>
    <NextCommand label="Take it in elsewhere" command={shellCommand('strata', 'bundle', 'import', made.path)} />
  </section>
)

const WrittenFile = ({ path }: { readonly path: string }): ReactNode => (
  <>
    <dt>File</dt>
    <dd className="exported-path">
      <span className="mono">{path}</span>{' '}
      <Button
        label="Show in the file manager"
        isIconOnly
        isSmall
        look="quiet"
        icon={<FolderOpen size={14} aria-hidden="true" />}
        onPress={() => void ask('shell.revealPath', { path }).catch(tellFailure)}
      />
    </dd>
  </>
)
