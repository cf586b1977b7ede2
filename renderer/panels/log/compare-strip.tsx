/** Says that a commit waits for another one to be compared with. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { compareMark } from '../../ui/commands/compare-mark.ts'
import { KeyCaps } from '../../ui/commands/key-caps.tsx'
import { useObservable } from '../../ui/calls/observable.ts'
import { useCommands } from '../../ui/commands/commands.ts'

export const CompareStrip = (): ReactNode => {
  const marked = useObservable(compareMark)
  const clear = (): void => compareMark.set(undefined)
  useCommands(marked === undefined ? [] : [{ id: 'compare.clear', title: 'Cancel comparison', group: 'Commit', keys: ['Esc'], run: clear }])
  if (marked === undefined) return null
  return (
    <div className="compare-strip" role="status">
      <span>
        <span className="mono">{marked.commitId}</span> is selected for comparison. Select another commit and press{' '}
        <KeyCaps chord="Shift+C" />
      </span>
      <span className="spring" />
      <Button
        label="Cancel comparison"
        isIconOnly
        isSmall
        look="quiet"
        chord="Esc"
        icon={<X size={14} aria-hidden="true" />}
        onPress={clear}
      />
    </div>
  )
}
