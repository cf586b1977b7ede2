/** The files that agents read and changed, with the call that is chosen in its conversation beside them. */
import type { ReactNode } from 'react'
import { CommitScreen } from '../../panels/reader/commit-screen.tsx'
import { FilesScreen } from './files-screen.tsx'
import type { FilesAddress } from './address.ts'
import { chainPlace } from '../session/address.ts'
import { go } from '../../ui/address/location.ts'
import { recordOfEvent } from '../../ui/address/record-key.ts'
import { Split } from '../../ui/layout/split.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'

export const FilesPage = ({ address }: { readonly address: FilesAddress }): ReactNode => (
  <Split
    name="files-page"
    label="Border between files and reader"
    direction="columns"
    share={0.56}
    first={<FilesScreen address={address} />}
    second={
      address.commit === undefined ? (
        <Empty title={address.at === undefined ? 'No file selected' : 'No commit contains this call'}>
          Move with j and k; hold Shift to move between versions. This pane shows what an agent saw or wrote.
        </Empty>
      ) : (
        <CommitScreen commitId={address.commit} sought={recordOfEvent(address.at)} onCommit={(commit) => go(chainPlace(commit))} />
      )
    }
  />
)
