/** The versions of a file along a line, from the oldest to the newest: a slider with marks for changes, deletions and refuted knowledge. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { formatCount } from '../../../../app/model/format/count.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useElementSize } from '../../../ui/layout/use-element-size.ts'
import type { LifeVersion } from './file-life.ts'
import { scrubberMarks } from './scrubber-marks.ts'
import { versionText } from './version-words.ts'
import './scrubber.css'

export interface ScrubberProps {
  readonly label: string
  readonly versions: readonly LifeVersion[]
  readonly index: number
  readonly onIndex: (index: number) => void
  /** The slider whose keys are Shift+J and Shift+K. */
  readonly isMain: boolean
  /** A place behind the newest version, by its name. */
  readonly last?: string
}

export const Scrubber = ({ label, versions, index, onIndex, isMain, last: lastName }: ScrubberProps): ReactNode => {
  const last = versions.length - (lastName === undefined ? 1 : 0)
  const version = versions[index]
  const step = (by: number): void => onIndex(Math.max(0, Math.min(last, index + by)))
  return (
    <div className="scrubber">
      <Button
        label={`${label}: previous`}
        hint="Previous version"
        isIconOnly
        isSmall
        look="quiet"
        {...(isMain ? { chord: 'Shift+J' } : {})}
        isDisabled={index === 0}
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        onPress={() => step(-1)}
      />
      <div className="scrubber-line">
        <Marks versions={versions} hasLast={lastName !== undefined} />
        <input
          type="range"
          aria-label={label}
          aria-valuetext={version === undefined ? lastName : `${index + 1} of ${versions.length}: ${versionText(version)}`}
          min={0}
          max={Math.max(1, last)}
          step={1}
          disabled={last < 1}
          value={last < 1 ? 1 : index}
          onChange={(event) => onIndex(Number(event.target.value))}
          onKeyDown={keepOwnKeys}
        />
      </div>
      <Button
        label={`${label}: next`}
        hint="Next version"
        isIconOnly
        isSmall
        look="quiet"
        {...(isMain ? { chord: 'Shift+K' } : {})}
        isDisabled={index >= last}
        icon={<ChevronRight size={16} aria-hidden="true" />}
        onPress={() => step(1)}
      />
      <span className="scrubber-place faint">
        {version === undefined ? lastName : `${formatCount(index + 1)} of ${formatCount(versions.length)}`}
      </span>
    </div>
  )
}

/** Keys that move the slider move no list besides. */
const keepOwnKeys = (event: KeyboardEvent): void => {
  const isModified = event.altKey || event.ctrlKey || event.metaKey
  if (!isModified && /^(?:Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation()
}

/** Half of the slider's thumb: its middle is above the mark of the version. Pixels. */
const inset = 7
/** Marks closer than this are one. Pixels. */
const minGap = 2
const height = 18

interface MarkLineProps extends Pick<ScrubberProps, 'versions'> {
  /** Whether a place follows the newest version. */
  readonly hasLast: boolean
}

const MarkLine = ({ versions, hasLast }: MarkLineProps): ReactNode => {
  const box = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(box)
  const whole = Math.max(0, width - 2 * inset)
  const room = hasLast ? (whole * (versions.length - 1)) / versions.length : whole
  const marks = useMemo(() => scrubberMarks(versions, Math.floor(room / minGap)), [versions, room])
  const end = Math.round(inset + whole)
  return (
    <div ref={box} className="scrubber-marks" aria-hidden="true">
      <svg width={width} height={height}>
        {marks.map(({ at, isChange, isDeletion, isRefuted, isOtherSession }) => {
          const x = Math.round(inset + at * room) + 0.5
          return (
            <g key={at}>
              {isOtherSession ? <path className="scrubber-session" d={`M${x - 2.5} 0v${height}`} /> : null}
              <path className={isChange ? 'scrubber-change' : 'scrubber-seen'} d={`M${x} ${isChange ? 6 : 11}V${height}`} />
              {isDeletion ? <path className="scrubber-deletion" d={`M${x - 3} 7l6 6m0 -6l-6 6`} /> : null}
              {isRefuted ? <path className="scrubber-refuted" d={`M${x - 4} 0h8l-4 6z`} /> : null}
            </g>
          )
        })}
        {hasLast ? <path className="scrubber-disk" d={diskSign(end, 8.5)} /> : null}
      </svg>
    </div>
  )
}

/** A disk: an upright box of which the lower part is a line. */
const diskSign = (x: number, top: number): string => `M${x - 3.5} ${top}h7v8h-7zm0 5h7`

/** Drawn again only for other versions: the slider moves often. */
const Marks = memo(MarkLine)

export const ScrubberLegend = (): ReactNode => (
  <span className="scrubber-legend faint">
    <LegendSign path={<path className="scrubber-change" d="M6.5 2v12" />} text="changed" />
    <LegendSign path={<path className="scrubber-seen" d="M6.5 7v7" />} text="seen" />
    <LegendSign path={<path className="scrubber-deletion" d="M3 4l6 6m0 -6l-6 6" />} text="deleted" />
    <LegendSign path={<path className="scrubber-refuted" d="M2 4h8l-4 6z" />} text="refutes" />
    <LegendSign path={<path className="scrubber-disk" d={diskSign(6, 4.5)} />} text="on disk" />
    <LegendSign path={<path className="scrubber-session" d="M6.5 0v14" />} text="other session" />
  </span>
)

const LegendSign = ({ path, text }: { readonly path: ReactNode; readonly text: string }): ReactNode => (
  <span>
    <svg width={12} height={14} aria-hidden="true">
      {path}
    </svg>
    {text}
  </span>
)
