/** Actions on the picked sessions; without picks, on the selected one. */
import { Columns2, Download, Package, Tag, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { compare } from '../../ui/commands/compare-mark.ts'
import { sessionDialog, type SessionDialogName } from '../../ui/commands/session-dialog.ts'
import { openStoreDialog } from '../../ui/commands/store-dialog.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import type { PickedSessions } from './picked-sessions.ts'

export interface PickedBarProps {
  readonly picked: PickedSessions
  /** The row with the cursor. */
  readonly selected: SessionView | undefined
  readonly total: number | undefined
}

export const PickedBar = ({ picked, selected, total }: PickedBarProps): ReactNode => {
  const { picks, picking, clear, forget } = picked
  const chosen = picks.size > 0 ? [...picks.values()] : selected === undefined ? [] : [selected]
  const withChosen = (work: (sessions: readonly SessionView[]) => void) => (): void =>
    chosen.length === 0 ? showNotice('Select a session first.') : work(chosen)
  const open = (name: SessionDialogName) => withChosen((sessions) => sessionDialog.set({ name, sessions, onDone: forget }))
  const bundle = withChosen((sessions) =>
    openStoreDialog(
      'bundle',
      undefined,
      sessions.map(({ sessionId }) => sessionId),
    ),
  )
  const pair = comparedTips([...picks.values()])
  const comparePair = (): void => (pair === undefined ? showNotice('Select two sessions with commits first.') : compare(...pair))
  const group = 'Selected sessions'
  useCommands([
    { id: 'picked.export', title: 'Export sessions…', group, keys: ['Shift+E'], run: open('export') },
    { id: 'picked.bundle', title: 'Bundle sessions…', group, keys: ['Shift+B'], run: bundle },
    { id: 'picked.tag', title: 'Tag sessions…', group, keys: ['t'], run: open('tag') },
    { id: 'picked.remove', title: 'Remove sessions from the store…', group, keys: ['Delete'], run: open('remove') },
    { id: 'picked.compare', title: 'Compare two sessions', group, keys: ['Shift+C'], run: comparePair },
    ...(picks.size === 0 ? [] : [{ id: 'picked.clear', title: 'Deselect all sessions', group, keys: ['Esc'], run: clear }]),
  ])
  if (picks.size === 0) return null
  const bytes = chosen.reduce((sum, session) => sum + session.bytes, 0)
  return (
    <div className="bar picked-bar" role="toolbar" aria-label={group}>
      <strong role="status">{countOf(picks.size, 'session')} selected</strong>
      <span className="faint">{formatBytes(bytes)}</span>
      <Button label="Export…" isSmall chord="Shift+E" icon={<Download size={14} aria-hidden="true" />} onPress={open('export')} />
      <Button label="Bundle…" isSmall chord="Shift+B" icon={<Package size={14} aria-hidden="true" />} onPress={bundle} />
      <Button label="Tag…" isSmall chord="t" icon={<Tag size={14} aria-hidden="true" />} onPress={open('tag')} />
      {pair === undefined ? null : (
        <Button label="Compare" isSmall chord="Shift+C" icon={<Columns2 size={14} aria-hidden="true" />} onPress={comparePair} />
      )}
      <Button label="Remove…" isSmall chord="Delete" icon={<Trash2 size={14} aria-hidden="true" />} onPress={open('remove')} />
      <span className="spring" />
      {total === undefined || total === picks.size ? null : (
        <Button label={`Select all ${formatCount(total)}`} isSmall look="quiet" chord="Shift+A" onPress={picking.onPickAll} />
      )}
      <Button label="Deselect all" isIconOnly isSmall look="quiet" chord="Esc" icon={<X size={14} aria-hidden="true" />} onPress={clear} />
    </div>
  )
}

/** The last commits of two sessions, in the order in which they were picked. */
const comparedTips = ([first, second, ...more]: readonly SessionView[]): readonly [string, string] | undefined => {
  if (more.length > 0 || !first?.tipCommitId || !second?.tipCommitId) return undefined
  return [first.tipCommitId, second.tipCommitId]
}
