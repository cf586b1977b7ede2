/** The store: where it is and what it takes, stores elsewhere, and how agents reach it. */
import { Archive, ArrowDownToLine, FolderOpen, ListChecks, PackageOpen, Recycle, RefreshCw, Sparkles, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { engineState } from '../../ui/calls/engine-state.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import type { StoreView } from '../../../app/contract/store.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { CopyableText } from '../../ui/forms/copyable-text.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { Section } from '../../ui/layout/section.tsx'
import { openStoreDialog } from '../../ui/commands/store-dialog.ts'
import { runCommand } from '../../ui/commands/commands.ts'
import { AgentsSection } from './agents-section.tsx'
import { CheckSection } from './check-section.tsx'
import { RemotesSection } from './remotes-section.tsx'
import './store.css'

interface StoreProps {
  readonly store: StoreView | undefined
}

interface AboutProps extends StoreProps {
  /** The other program that owns the store; undefined: this window does. */
  readonly owner: string | undefined
}

const icon = { size: 14, 'aria-hidden': true } as const

export const StoreScreen = ({ store }: StoreProps): ReactNode => (
  <section className="screen" aria-label="Store">
    <div className="bar">
      <h1>Store</h1>
    </div>
    <div className="sections">
      <About store={store} owner={useObservable(engineState).owner} />
      <CheckSection />
      <RemotesSection />
      <Section name="Bundles">
        <p className="faint">One file with sessions, commits and refs, for another machine. To bundle one commit, export it.</p>
        <div className="section-commands">
          <Button label="Create bundle…" icon={<Archive {...icon} />} onPress={() => openStoreDialog('bundle')} />
          <Button label="Import bundle…" icon={<PackageOpen {...icon} />} onPress={() => openStoreDialog('import-bundle')} />
        </div>
      </Section>
      <Section name="Lake">
        <p className="faint">
          The tables as Parquet files, by project and month, for DuckDB, Spark, Trino or ClickHouse. Names and texts can be excluded.
        </p>
        <div className="section-commands">
          <Button label="Write lake…" icon={<Table2 {...icon} />} onPress={() => openStoreDialog('lake')} />
        </div>
      </Section>
      <AgentsSection />
    </div>
  </section>
)

const About = ({ store, owner }: AboutProps): ReactNode => (
  <Section name="On this machine">
    {store === undefined ? null : (
      <dl className="facts">
        <dt>Folder</dt>
        <dd>
          <CopyableText text={store.dir} what="the path of the store">
            <Button
              label="Show in file manager"
              isIconOnly
              isSmall
              look="quiet"
              icon={<FolderOpen {...icon} />}
              onPress={() => void ask('shell.revealPath', { path: store.dir }).catch(showFailure)}
            />
          </CopyableText>
        </dd>
        <dt>Contents</dt>
        <dd>
          {countOf(store.sessions, 'session')}, {countOf(store.commits, 'commit')}, {countOf(store.sources, 'file')}
        </dd>
        <dt>Size</dt>
        <dd>
          {formatBytes(store.packBytes)} for {formatBytes(store.rawBytes)} of transcripts, and {formatBytes(store.indexBytes)} for the index
        </dd>
        <dt>Owner</dt>
        <dd>{owner === undefined ? 'this window' : <span className="mono">{owner}</span>}</dd>
      </dl>
    )}
    <div className="section-commands">
      <Button label="Verify" icon={<ListChecks {...icon} />} onPress={() => runCommand('store.verify')} />
      <Button label="Rebuild index" icon={<RefreshCw {...icon} />} onPress={() => runCommand('store.reindex')} />
      <Button label="Restore transcripts…" icon={<ArrowDownToLine {...icon} />} onPress={() => runCommand('store.restore')} />
      <Button label="Collect garbage…" hint="Remove unused artifacts" icon={<Recycle {...icon} />} onPress={() => openStoreDialog('gc')} />
      <Button label="Write summaries…" icon={<Sparkles {...icon} />} onPress={() => openStoreDialog('summaries')} />
    </div>
  </Section>
)
