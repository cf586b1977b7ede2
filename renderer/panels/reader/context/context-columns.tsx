/** The columns of the items of a context. */
import type { ReactNode } from 'react'
import type { GonePart, RequestPart } from '../../../../app/contract/context.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
import { goneNames, markNames, partNames } from '../../../../app/model/format/request-names.ts'
import { ShareSwatch } from '../../../ui/context/window-bar.tsx'
import { shareOfKind } from '../../../ui/context/window-shares.ts'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { PathText } from '../../../ui/layout/path-text.tsx'
import type { Column } from '../../../ui/table/table-head.tsx'
import { ownerText } from './context-rows.ts'

const layerNames = { 1: 'system prompt and tools', 2: 'history', 3: 'since the last reply' } as const

const Subject = ({ tool, path, about }: Pick<RequestPart, 'tool' | 'path' | 'about'>): ReactNode => (
  <>
    {tool === null ? null : <span className="context-part-tool">{tool}</span>}
    {path === null ? <span className="context-part-about">{about ?? ''}</span> : <PathText path={path} />}
  </>
)

const marksOf = (part: RequestPart): readonly string[] => [...markNames(part), ...(part.isPreserved ? ['kept by the compaction'] : [])]

/** Leads to the record, by mouse; the keys are those of the list. */
const Part = ({ onOpen, children }: { readonly onOpen: () => void; readonly children: ReactNode }): ReactNode => (
  <button type="button" className="context-part" tabIndex={-1} onClick={onOpen}>
    {children}
  </button>
)

const Item = ({ part, onOpen }: { readonly part: RequestPart; readonly onOpen: () => void }): ReactNode => {
  const marks = marksOf(part)
  return (
    <Part onOpen={onOpen}>
      <span className="context-part-line">
        <ShareSwatch name={shareOfKind(part.kind)} />
        <strong>{partNames[part.kind]}</strong>
        <Subject {...part} />
      </span>
      <span className="context-part-line faint" title={`${ownerText(part.owner)}, ${layerNames[part.layer]}`}>
        {marks.length === 0 ? null : <span className="context-part-marks">{marks.join(', ')}</span>}
        <span className="context-part-about">
          {ownerText(part.owner)} · layer {part.layer}
        </span>
      </span>
    </Part>
  )
}

export const partColumns = (onOpen: (part: RequestPart) => void): readonly Column<RequestPart>[] => [
  {
    id: 'item',
    title: 'Item',
    width: 'minmax(150px, 1fr)',
    sort: 'place',
    hint: 'What it is, and who put it there; sorted: the order in which the model read them',
    cell: (part) => <Item part={part} onOpen={() => onOpen(part)} />,
  },
  {
    id: 'age',
    title: 'Age',
    width: '36px',
    align: 'end',
    sort: 'age',
    hint: 'Prompts of a person since',
    cell: ({ age }) => formatCount(age),
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: '60px',
    align: 'end',
    sort: 'tokens',
    hint: 'Estimates that add up to the recorded tokens of the request',
    cell: ({ tokens }) => <ValueOrNotAvailable value={tokens} reason="The tokens of the request are not known" format={formatCount} />,
  },
]

const Gone = ({ part, onOpen }: { readonly part: GonePart; readonly onOpen: () => void }): ReactNode => {
  const { reason, kind, items, about, owner } = part
  return (
    <Part onOpen={onOpen}>
      <span className="context-part-line">
        <ShareSwatch name={shareOfKind(kind)} />
        <strong>
          {partNames[kind]}
          {items === 1 ? '' : ` × ${formatCount(items)}`}
        </strong>
        <span className="context-part-about">{about ?? ''}</span>
      </span>
      <span className="context-part-line faint">
        {goneNames[reason]}
        {owner === null ? '' : ` · ${ownerText(owner)}`}
      </span>
    </Part>
  )
}

export const goneColumns = (onOpen: (part: GonePart) => void): readonly Column<GonePart>[] => [
  {
    id: 'item',
    title: 'No longer in it',
    width: 'minmax(150px, 1fr)',
    cell: (part) => <Gone part={part} onOpen={() => onOpen(part)} />,
  },
  { id: 'chars', title: 'Characters', width: '76px', align: 'end', cell: ({ chars }) => formatCount(chars) },
]
