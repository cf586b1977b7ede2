/** The folders that transcripts come from: whether they are watched, and how long the client keeps what is in them. */
import { FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RootView } from '../../../app/contract/sources.ts'
import { Button } from '../../ui/layout/button.tsx'
import { go } from '../../ui/address/location.ts'
import { retentionWords } from '../../ui/format/retention-words.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useNow } from '../../ui/calls/use-now.ts'
import { WatchLine } from '../../ui/jobs/watch-line.tsx'
import { useWatching } from '../../ui/jobs/watching.ts'

export const FoldersSection = (): ReactNode => {
  const call = useQuery('roots.list', {})
  return (
    <Section name="Transcript folders">
      <Loaded call={call} what="Searching for transcripts">
        {(roots) => <Folders roots={roots} />}
      </Loaded>
      <div className="section-commands">
        <Button
          label="Sources"
          icon={<FolderSearch size={14} aria-hidden="true" />}
          hint="Import, add folders, and see every file"
          onPress={() => go({ view: 'sources' })}
        />
      </div>
    </Section>
  )
}

const Folders = ({ roots }: { readonly roots: readonly RootView[] }): ReactNode => {
  const watched = useWatching()
  const now = useNow()
  const known = roots.filter(({ exists }) => exists).map((root) => ({ path: root.path, kept: retentionWords(root, now).text }))
  const others = watched.filter(({ path, root }) => known.every((one) => one.path !== path && one.path !== root))
  const shown = [...known, ...others.map(({ path }) => ({ path, kept: '' }))]
  if (shown.length === 0) return <p className="faint">No transcript folders found on this machine.</p>
  return (
    <ul className="settings-folders">
      {shown.map(({ path, kept }) => (
        <li key={path}>
          <span className="mono settings-path">{path}</span>
          <WatchLine path={path} watched={watched.find((one) => one.path === path || one.root === path)} />
          {kept === '' ? null : <p className="faint">{kept}</p>}
        </li>
      ))}
    </ul>
  )
}
