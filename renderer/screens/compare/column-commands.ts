/** Keyboard commands of two columns. */
import type { Command } from '../../ui/commands/commands.ts'
import type { ColumnHandle } from './compare-column.tsx'
import type { SideName } from './differences.ts'

export interface ColumnWork {
  readonly step: (by: 1 | -1) => void
  readonly focus: (side: SideName) => void
  /** Does it with the column that has the focus. */
  readonly inFocused: (work: (column: ColumnHandle) => void) => () => void
  readonly open: () => void
  readonly toggleTogether: () => void
  /** Undefined: nothing is in common. */
  readonly toggleCommon: (() => void) | undefined
}

/** How far a press of an arrow scrolls, pixels. */
const lineStep = 60

const group = 'Comparison'

export const columnCommands = ({ step, focus, inFocused, open, toggleTogether, toggleCommon }: ColumnWork): readonly Command[] => [
  { id: 'compare.next', title: 'Next difference', group, keys: ['n'], run: () => step(1) },
  { id: 'compare.previous', title: 'Previous difference', group, keys: ['p'], run: () => step(-1) },
  { id: 'compare.left', title: 'Left side', group, keys: ['['], run: () => focus('left') },
  { id: 'compare.right', title: 'Right side', group, keys: [']'], run: () => focus('right') },
  { id: 'compare.open', title: 'Open in its session', group, keys: ['Enter'], run: open },
  { id: 'compare.together', title: 'Scroll together', group, keys: ['t'], run: toggleTogether },
  ...(toggleCommon === undefined
    ? []
    : [{ id: 'compare.common', title: 'Fold or unfold what is in common', group, keys: ['u'], run: toggleCommon }]),
  { id: 'compare.down', title: 'Scroll down', group, keys: ['j', 'Down'], run: inFocused((column) => column.move(lineStep)) },
  { id: 'compare.up', title: 'Scroll up', group, keys: ['k', 'Up'], run: inFocused((column) => column.move(-lineStep)) },
  { id: 'reader.down', title: 'Page down', group, keys: ['PageDown', 'Space'], run: inFocused((column) => column.turn(1)) },
  { id: 'reader.up', title: 'Page up', group, keys: ['PageUp', 'Shift+Space'], run: inFocused((column) => column.turn(-1)) },
]
