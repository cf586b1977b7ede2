/** The files that agents read and changed: the tree of their paths, and the life of one of them. */
import type { ReactNode } from 'react'
import { Split } from '../../ui/layout/split.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'
import type { FilesAddress } from './address.ts'
import { FileTreePane } from './file-tree-pane.tsx'
import { FileView } from './file-view.tsx'
import './files.css'

export const FilesPage = ({ address }: { readonly address: FilesAddress }): ReactNode => (
  <Split
    name="files"
    label="Border between paths and file"
    direction="columns"
    share={0.28}
    first={<FileTreePane address={address} />}
    second={
      address.path === undefined ? (
        <Empty title="No file selected">This pane shows the versions of a file as the agents knew them.</Empty>
      ) : (
        <FileView key={address.path} address={address} path={address.path} />
      )
    }
  />
)
