/** Two conversations in two columns, which scroll together, with keys that go from difference to difference. */
import { ArrowDown, ArrowUp, Link2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import { columnCommands } from './column-commands.ts'
import type { ColumnHandle } from './compare-column.tsx'
import { CompareSide } from './compare-side.tsx'
import { stepped, type Difference, type SideName } from './differences.ts'
import { openInSession } from './open-in-session.ts'
import type { SideReading } from './side-reading.ts'
import { useScrollTogether } from './use-scroll-together.ts'

export interface CompareColumnsProps {
  readonly left: SideReading
  readonly right: SideReading
  readonly differences: readonly Difference[]
  readonly hasFold: boolean
  readonly bar: (controls: ReactNode) => ReactNode
}

const sideNames = ['left', 'right'] as const

export const CompareColumns = ({ left, right, differences, hasFold, bar }: CompareColumnsProps): ReactNode => {
  const sides = { left, right }
  const leftColumn = useRef<ColumnHandle>(null)
  const rightColumn = useRef<ColumnHandle>(null)
  const columns = useMemo(() => ({ left: leftColumn, right: rightColumn }), [])
  const [isTogether, setTogether] = useState(() => preference('compare.together') !== 'no')
  const [isUnfolded, setUnfolded] = useState(false)
  const [focused, setFocused] = useState<SideName>('left')
  const [at, setAt] = useState<number>()
  const { lead, moved } = useScrollTogether(columns, isTogether)
  const current = at === undefined ? undefined : differences[at]
  const own = useMemo(
    () => ({ left: differences.filter(({ side }) => side === 'left'), right: differences.filter(({ side }) => side === 'right') }),
    [differences],
  )
  const take = (side: SideName): void => {
    lead(side)
    setFocused(side)
  }
  const focus = (side: SideName): void => {
    take(side)
    columns[side].current?.focus()
  }
  // The keys of the scroll work from the start.
  useEffect(() => leftColumn.current?.focus(), [])
  const inFocused = (work: (column: ColumnHandle) => void) => (): void => {
    lead(focused)
    const column = columns[focused].current
    if (column !== null) work(column)
  }
  const step = (by: 1 | -1): void => {
    const next = stepped(differences.length, at, by)
    const difference = next === undefined ? undefined : differences[next]
    if (difference === undefined) {
      showNotice(`No ${by === 1 ? 'further' : 'earlier'} difference`)
      return
    }
    setAt(next)
    focus(difference.side)
    columns[difference.side].current?.goTo(difference.row)
  }
  const toggleTogether = (): void => {
    keepPreference('compare.together', isTogether ? 'no' : 'yes')
    setTogether(!isTogether)
  }
  const open = (side: SideName): void => openInSession(columns[side].current?.inView(), sides[side].tip)
  useCommands(
    columnCommands({
      step,
      focus,
      inFocused,
      open: () => open(focused),
      toggleTogether,
      toggleCommon: hasFold ? () => setUnfolded(!isUnfolded) : undefined,
    }),
  )
  return (
    <>
      {bar(
        <>
          <Button
            label="Scroll together"
            isSmall
            isPressed={isTogether}
            chord="t"
            icon={<Link2 size={14} aria-hidden="true" />}
            onPress={toggleTogether}
          />
          <DifferenceSteps count={differences.length} at={at} onStep={step} />
        </>,
      )}
      <div className="compare-columns">
        {sideNames.map((side) => (
          <CompareSide
            key={side}
            name={side}
            side={sides[side]}
            differences={own[side]}
            current={current}
            hasFold={hasFold}
            isUnfolded={isUnfolded}
            isFocused={focused === side}
            onFold={() => setUnfolded(!isUnfolded)}
            onLead={() => take(side)}
            onMoved={moved}
            onOpen={() => open(side)}
            handle={columns[side]}
          />
        ))}
      </div>
    </>
  )
}

interface DifferenceStepsProps {
  readonly count: number
  readonly at: number | undefined
  readonly onStep: (by: 1 | -1) => void
}

const DifferenceSteps = ({ count, at, onStep }: DifferenceStepsProps): ReactNode => (
  <div className="compare-steps" role="group" aria-label="Differences">
    <span role="status">{at === undefined ? differenceCount(count) : `${at + 1} of ${differenceCount(count)}`}</span>
    <Button
      label="Previous difference"
      isIconOnly
      isSmall
      look="quiet"
      chord="p"
      icon={<ArrowUp size={14} aria-hidden="true" />}
      onPress={() => onStep(-1)}
    />
    <Button
      label="Next difference"
      isIconOnly
      isSmall
      look="quiet"
      chord="n"
      icon={<ArrowDown size={14} aria-hidden="true" />}
      onPress={() => onStep(1)}
    />
  </div>
)

const differenceCount = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`)
