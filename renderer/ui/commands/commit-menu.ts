/** Which commit's menu is open, and where: a row of the log, or the reader's button. */
import type { CommitView } from '../../../app/contract/commits.ts'
import { observable } from '../calls/observable.ts'

/** Pixels from the window's upper left corner. */
export interface MenuPoint {
  readonly x: number
  readonly y: number
}

export interface OpenMenu {
  readonly commit: CommitView
  readonly at: MenuPoint
  /** Had the focus before, and gets it back. */
  readonly back: Element | null
}

export const commitMenu = observable<OpenMenu | undefined>(undefined)

/** Opens the menu; without a point beside the selected row, or where there is none under the reader's button. */
export const openCommitMenu = (commit: CommitView, at: MenuPoint = menuPlace()): void =>
  commitMenu.set({ commit, at, back: document.activeElement })

/** Marks the reader's button, so that the key opens the menu there. */
export const menuButtonMark = { 'data-commit-menu': '' } as const

const rowIndent = 120

const menuPlace = (): MenuPoint => {
  const row = document.querySelector('.log-row.is-selected')?.getBoundingClientRect()
  if (row !== undefined) return { x: row.left + Math.min(rowIndent, row.width / 2), y: row.bottom }
  const button = document.querySelector('[data-commit-menu]')?.getBoundingClientRect()
  return button === undefined ? { x: window.innerWidth / 2, y: window.innerHeight / 3 } : { x: button.left, y: button.bottom }
}
