/** A bundle that was written: its place, its content, and how to import it. */
import type { ReactNode } from 'react'
import type { BundleMade } from '../../../app/contract/transfer.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { UnreadableItems } from './unreadable-items.tsx'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../forms/next-command.tsx'
import { FolderOpen } from 'lucide-react'
import { ask } from '../calls/bridge.ts'
import { Button } from '../layout/button.tsx'
import { showFailure } from '../layout/notice.ts'

export const BundleWritten = ({ made }: { readonly made: BundleMade }): ReactNode => (
  <section className="exported" aria-label="Exported">
    <p role="status">
      Wrote {countOf(made.sessions, 'session')}, {countOf(made.commits, 'commit')} and {countOf(made.refs, 'ref')} with{' '}
      {countOf(made.artifacts, 'artifact')}, {formatBytes(made.bytes)}.
    </p>
    <dl className="facts">
      <WrittenFile path={made.path} />
      {made.needs.length === 0 ? null : (
        <>
          <dt>Requires</dt>
          <dd>
            <span className="mono">{made.needs.join(' ')}</span> <span className="faint">(must exist in the receiving store)</span>
          </dd>
        </>
      )}
    </dl>
    <UnreadableItems items={made.unreadable} />
    <NextCommand label="Import elsewhere" command={shellCommand('strata', 'bundle', 'import', made.path)} />
  </section>
)

/** A file that was written, among the facts of what was done. */
export const WrittenFile = ({ path }: { readonly path: string }): ReactNode => (
  <>
    <dt>File</dt>
    <dd className="exported-path">
      <span className="mono">{path}</span>{' '}
      <Button
        label="Show in file manager"
        isIconOnly
        isSmall
        look="quiet"
        icon={<FolderOpen size={14} aria-hidden="true" />}
        onPress={() => void ask('shell.revealPath', { path }).catch(showFailure)}
      />
    </dd>
  </>
)
