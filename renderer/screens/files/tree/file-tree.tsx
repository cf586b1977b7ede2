/** The tree of files: only the rows in view exist, and the keys are those of a tree. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { activeCommands, useCommands } from '../../../ui/commands/commands.ts'
import { chordOf } from '../../../ui/commands/chord.ts'
import { lastSelected, rememberScroll, rememberSelected, scrollOffset } from '../../../ui/table/scroll-memory.ts'
import { listTarget } from '../../../ui/table/use-cursor.ts'
import type { OpenFolders } from './open-folders.ts'
import { parentRow, treeRows, type PathTree, type TreeRow } from './path-tree.ts'
import { TreeItem } from './tree-item.tsx'
import { useTreeCursor } from './use-tree-cursor.ts'
import './tree.css'

export interface FileTreeProps {
  readonly tree: PathTree
  readonly folders: OpenFolders
  /** The path that is shown. */
  readonly selected: string | undefined
  readonly onSelect: (path: string) => void
  /** A letter is typed: the filter takes it. */
  readonly onType: () => void
  /** Remembers the scroll place under this name. */
  readonly memory: string
}

const rowHeight = 24

export const FileTree = ({ tree, folders, selected, onSelect, onType, memory }: FileTreeProps): ReactNode => {
  const box = useRef<HTMLDivElement>(null)
  const ids = useId()
  const rows = useMemo(() => treeRows(tree, folders.isOpen), [tree, folders])
  const places = useMemo(() => placesOf(rows), [rows])
  const cursor = useTreeCursor(selected, onSelect)
  const active = cursor.keys.map((key) => places.get(key)).find((place) => place !== undefined)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: 4,
    paddingEnd: 4,
    initialOffset: () => scrollOffset(memory),
  })
  useEffect(() => {
    if (active !== undefined && active !== lastSelected(memory)) virtual.scrollToIndex(active, { align: 'auto' })
    rememberSelected(memory, active)
  }, [active, memory, virtual])
  const pointAt = (index: number): void => {
    const row = rows[index]
    if (row !== undefined) cursor.move(row)
  }
  const step = (chord: string): boolean => {
    const pageRows = Math.floor((virtual.scrollRect?.height ?? 0) / rowHeight)
    const target = listTarget(chord, { index: active, count: rows.length, pageRows })
    if (target !== undefined) pointAt(target)
    return target !== undefined
  }
  const open = (row: TreeRow): void => {
    if (row.kind === 'folder') folders.set(row.key, !row.isOpen)
    else cursor.settle(row)
  }
  const press = (chord: string): boolean => {
    const row = active === undefined ? undefined : rows[active]
    if ((chord === 'Enter' || chord === 'Space') && row !== undefined) {
      open(row)
      return true
    }
    if (chord === 'Left' || chord === 'Right') return row !== undefined && active !== undefined && sideways(chord, row, active)
    return step(chord)
  }
  const sideways = (chord: 'Left' | 'Right', row: TreeRow, at: number): boolean => {
    const isOpen = row.kind === 'folder' && row.isOpen
    if (chord === 'Right' && row.kind === 'folder') {
      if (isOpen) pointAt(at + 1)
      else folders.set(row.key, true)
    }
    if (chord === 'Left') {
      if (isOpen) folders.set(row.key, false)
      else pointAt(parentRow(rows, at) ?? at)
    }
    return true
  }
  useCommands([
    { id: 'list.next', title: 'Next row', group: 'List', keys: ['j', 'Down'], run: () => step('j') },
    { id: 'list.previous', title: 'Previous row', group: 'List', keys: ['k', 'Up'], run: () => step('k') },
    { id: 'list.first', title: 'First row', group: 'List', keys: ['g g'], run: () => step('Home') },
    { id: 'list.last', title: 'Last row', group: 'List', keys: ['Shift+G'], run: () => step('End') },
  ])
  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = chordOf(event)
    if (event.target !== event.currentTarget) return
    if (press(chord)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (isFreeLetter(chord)) onType()
  }
  const onClick = (event: MouseEvent): void => {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
    const row = at === undefined ? undefined : rows[Number(at)]
    if (row === undefined) return
    if (row.kind === 'folder') cursor.move(row)
    open(row)
  }
  return (
    <div
      ref={box}
      className="file-tree"
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={active === undefined ? undefined : `${ids}-${active}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={(event) => rememberScroll(memory, event.currentTarget.scrollTop)}
    >
      <div className="file-tree-body" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <TreeItem key={row.key} id={`${ids}-${index}`} row={row} index={index} top={start} isActive={index === active} />
          )
        })}
      </div>
    </div>
  )
}

/** Places of rows by their keys, and by all paths of their files. */
const placesOf = (rows: readonly TreeRow[]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap((row, at) => (row.kind === 'file' ? [row.key, ...row.file.paths] : [row.key]).map((key) => [key, at] as const)))

/** A letter that no command on offer begins with. */
const isFreeLetter = (chord: string): boolean =>
  chord.length === 1 &&
  chord !== ' ' &&
  !activeCommands().some(({ keys }) => keys.some((each) => each === chord || each.startsWith(`${chord} `)))
