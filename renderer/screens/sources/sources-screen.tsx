/** Sources: transcript folders on this machine, what of them is in the store, and the import. */
import { useCallback, useState, type ReactNode } from 'react'
import type { StoreView } from '../../../app/contract/store.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { startImport, useRunningJob } from '../../ui/jobs/jobs.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { startWatching } from '../../ui/jobs/watching.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { RootsView } from './roots-view.tsx'
import { NewestSessions } from './newest-sessions.tsx'
import { ImportedSources } from './imported-sources.tsx'
import './first-run.css'

export const SourcesScreen = ({ store }: { readonly store: StoreView | undefined }): ReactNode => {
  const [chosen, choose] = useChosenFolders()
  const roots = useQuery('roots.list', { paths: [...chosen] })
  const sources = useQuery('sources.list', {})
  const [keepsWatching, keepWatching] = useKeepWatching()
  const isImporting = useRunningJob('import') !== undefined
  const hasImported = useEver(isImporting)
  return (
    <div className="screen sources">
      <div className="sources-roots">
        <Loaded call={roots} what="Searching for transcripts">
          {(found) => (
            <RootsView
              roots={found}
              isImporting={isImporting}
              isFirstRun={store?.sessions === 0}
              onImport={keepsWatching ? importAndWatch : startImport}
              onChoose={choose}
              keepsWatching={keepsWatching}
              onKeepWatching={keepWatching}
            />
          )}
        </Loaded>
        {hasImported ? <NewestSessions /> : null}
      </div>
      <Loaded call={sources} what="Reading the list of sources">
        {(list) => <ImportedSources sources={list} isImporting={isImporting} />}
      </Loaded>
    </div>
  )
}

/** Whether something was so since the screen was shown. */
const useEver = (isNow: boolean): boolean => {
  const [was, setWas] = useState(isNow)
  if (isNow && !was) setWas(true)
  return was
}

const importAndWatch = (paths: readonly string[]): void => startImport(paths, () => void startWatching(paths))

/** On unless the person said otherwise: what is imported once should not be out of date a minute later. */
const useKeepWatching = (): readonly [boolean, (keeps: boolean) => void] => {
  const [keeps, setKeeps] = useState(() => preference('keep-watching') !== 'no')
  const choose = useCallback((chosen: boolean) => {
    setKeeps(chosen)
    keepPreference('keep-watching', chosen ? 'yes' : 'no')
  }, [])
  return [keeps, choose]
}

/** Folders that the person chose, kept for the next time. */
const useChosenFolders = (): readonly [readonly string[], () => void] => {
  const [chosen, setChosen] = useState<readonly string[]>(() => (preference('folders') ?? '').split('\n').filter((path) => path !== ''))
  const choose = useCallback(() => {
    ask('shell.chooseFolders', {}).then((paths) => {
      setChosen((known) => {
        const next = [...new Set([...known, ...paths])]
        keepPreference('folders', next.join('\n'))
        return next
      })
    }, showFailure)
  }, [])
  return [chosen, choose]
}
