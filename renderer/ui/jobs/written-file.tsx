/** A file that was written, among the facts of what was done. */
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { ask } from '../calls/bridge.ts'
import { Button } from '../layout/button.tsx'
import { tellFailure } from '../layout/notice.ts'

export const WrittenFile = ({ path }: { readonly path: string }): ReactNode => (
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
