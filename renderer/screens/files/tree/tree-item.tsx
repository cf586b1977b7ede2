/** A row of the tree of files. */
import { ChevronDown, ChevronRight, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import type { FileRow, TreeRow } from './path-tree.ts'

export interface TreeItemProps {
  readonly id: string
  readonly row: TreeRow
  readonly index: number
  /** Pixels. */
  readonly top: number
  readonly isActive: boolean
}

const indent = 14

export const TreeItem = ({ id, row, index, top, isActive }: TreeItemProps): ReactNode => (
  <div
    id={id}
    className={`tree-item ${isActive ? 'is-selected' : ''}`}
    role="treeitem"
    aria-level={row.depth + 1}
    aria-posinset={row.position}
    aria-setsize={row.siblings}
    aria-selected={isActive}
    aria-expanded={row.kind === 'folder' ? row.isOpen : undefined}
    data-index={index}
    title={titleOf(row)}
    style={{ top, paddingLeft: 6 + row.depth * indent }}
  >
    {row.kind === 'folder' ? <FolderSign isOpen={row.isOpen} /> : <FileText size={13} aria-hidden="true" className="tree-sign" />}
    <Label text={row.label} isFolder={row.kind === 'folder'} />
    <CheckoutNames names={row.kind === 'folder' ? (row.checkouts?.names ?? []) : row.checkouts} isCounted={row.kind === 'folder'} />
    {row.kind === 'file' ? (
      <span className="tree-count" title={usedText(row)}>
        <span aria-hidden="true">{row.file.changes === 0 ? '' : formatCount(row.file.changes)}</span>
        <span className="visually-hidden">, {usedText(row)}</span>
      </span>
    ) : row.isOpen ? null : (
      <span className="tree-count">
        {formatCount(row.count)} <span className="visually-hidden">files</span>
      </span>
    )}
  </div>
)

/**
 * Names longer than this are cut in their middle, because the end often distinguishes them. Characters: maximum length, and length of the
 * kept end.
 */
const [longName, keptEnd] = [24, 12]

interface LabelProps {
  readonly text: string
  readonly isFolder: boolean
}

const Label = ({ text, isFolder }: LabelProps): ReactNode => {
  const look = `tree-name ${isFolder ? 'is-folder' : ''}`
  if (text.length <= longName) return <span className={look}>{text}</span>
  return (
    <span className={`${look} is-long`}>
      <span className="visually-hidden">{text}</span>
      <span className="tree-start" aria-hidden="true">
        {text.slice(0, -keptEnd)}
      </span>
      <span aria-hidden="true">{text.slice(-keptEnd)}</span>
    </span>
  )
}

interface CheckoutNamesProps {
  readonly names: readonly string[]
  /** Whether their number is shown, too. */
  readonly isCounted: boolean
}

const CheckoutNames = ({ names, isCounted }: CheckoutNamesProps): ReactNode =>
  names.length === 0 ? null : (
    <span className="tree-checkouts">
      <span className="visually-hidden">, </span>
      <span className={isCounted ? '' : 'visually-hidden'}>{countOf(names.length, 'checkout')}: </span>
      {names.join(', ')}
    </span>
  )

/** All paths of a row. */
const titleOf = (row: TreeRow): string => {
  if (row.kind === 'file') return row.file.paths.join('\n')
  return row.checkouts === undefined ? row.key : `Checkouts of one repository:\n${row.checkouts.folders.join('\n')}`
}

const FolderSign = ({ isOpen }: { readonly isOpen: boolean }): ReactNode => {
  const Sign = isOpen ? ChevronDown : ChevronRight
  return <Sign size={13} aria-hidden="true" className="tree-sign" />
}

const usedText = ({ file: { reads, changes } }: FileRow): string => `${countOf(changes, 'change')}, ${countOf(reads, 'read')}`
