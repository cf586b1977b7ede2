/** The head of a file: its path, the ways to look at it, and what it leads to. */
import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { filterText } from '../../../app/model/search/edit-search.ts'
import { DiffTools, WrapButton } from '../../panels/reader/diff/diff-tools.tsx'
import { go } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import { searchAddress } from '../search/address.ts'
import { faces, type FileFace } from './address.ts'

export interface FileHeadProps {
  readonly path: string
  readonly face: FileFace
  readonly onFace: (face: FileFace) => void
}

export const FileHead = ({ path, face, onFace }: FileHeadProps): ReactNode => (
  <header className="file-head">
    <h2 aria-label={path}>
      <PathText path={path} />
    </h2>
    <div className="file-head-tools">
      <Segments label="Show" chosen={face} choices={faces} onChoose={onFace} />
      {face === 'diff' ? <DiffTools /> : null}
      {face === 'content' || face === 'blame' ? <WrapButton /> : null}
      <span className="spring" />
      <Button
        label="Reasoning"
        isSmall
        look="quiet"
        hint="Decisions, rejections and trade-offs in the commits that touched the file"
        icon={<Lightbulb size={14} aria-hidden="true" />}
        onPress={() => go({ ...searchAddress, reasoning: 'decision', text: filterText('file', path) })}
      />
    </div>
  </header>
)
