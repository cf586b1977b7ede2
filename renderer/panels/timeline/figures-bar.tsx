/** The figures of the selected range, else of the part in view, and how to select a range. */
import { X, ZoomIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { KeyCaps } from '../../ui/commands/key-caps.tsx'
import { countOf, formatCompact } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { activeMeaning, activeWords } from '../../../app/model/work-states.ts'
import { laneStates } from './lane-states.ts'
import type { Range, RangeFigures } from './range-figures.ts'

export interface FiguresBarProps {
  /** The part in view, in words. */
  readonly scope: string
  readonly shown: RangeFigures
  readonly selected: { readonly range: Range; readonly figures: RangeFigures } | undefined
  readonly onZoom: () => void
  readonly onClear: () => void
}

export const FiguresBar = ({ scope, shown, selected, onZoom, onClear }: FiguresBarProps): ReactNode =>
  selected === undefined ? (
    <div className="range-panel" role="group" aria-label={`Figures of: ${scope}`}>
      <span className="figures-scope faint">{scope}</span>
      <Active figures={shown} />
      <Totals figures={shown} />
      <span className="spring" />
      <span className="timeline-hint faint">
        Select a range: <KeyCaps chord="Shift" /> drag, or <KeyCaps chord="Shift+Left" /> <KeyCaps chord="Right" />
      </span>
    </div>
  ) : (
    <div className="range-panel is-selected" role="status" aria-label="Selected range">
      <strong>{formatDuration(selected.figures.durationMs)} selected</strong>
      <span className="faint">from {formatInstant(selected.range[0])}</span>
      <Active figures={selected.figures} />
      {laneStates
        .filter(({ state }) => selected.figures.states[state] > 0)
        .map(({ state, name }) => (
          <span key={state}>
            {name} {formatDuration(selected.figures.states[state])}
          </span>
        ))}
      <Marks figures={selected.figures} />
      <Totals figures={selected.figures} />
      <span className="spring" />
      <Button label="Zoom to range" chord="z" isSmall icon={<ZoomIn size={14} aria-hidden="true" />} onPress={onZoom} />
      <Button label="Clear" isSmall isIconOnly look="quiet" chord="Esc" icon={<X size={14} aria-hidden="true" />} onPress={onClear} />
    </div>
  )

/** The main lane is as long as the session. */
const Active = ({ figures }: { readonly figures: RangeFigures }): ReactNode => (
  <span title={activeMeaning}>
    {activeWords(formatDuration(figures.activeMs), formatDuration(Object.values(figures.states).reduce((sum, ms) => sum + ms, 0)))}
  </span>
)

/** Prompts, errors and the like are counted in the legend. */
const Totals = ({ figures }: { readonly figures: RangeFigures }): ReactNode => (
  <>
    <span>{countOf(figures.events, 'event')}</span>
    <span>{countOf(figures.replies, 'response')}</span>
    <span>{countOf(figures.toolCalls, 'tool call')}</span>
    <span title="Tokens that the models read, the cache included, and wrote, in all lanes">
      {formatCompact(figures.readTokens)} tokens read, {formatCompact(figures.writtenTokens)} written
    </span>
  </>
)

const marks = [
  ['prompt', 'prompt'],
  ['command', 'command'],
  ['error', 'error'],
  ['refused', 'refused call'],
] as const

const Marks = ({ figures }: { readonly figures: RangeFigures }): ReactNode =>
  marks.filter(([kind]) => figures.marks[kind] > 0).map(([kind, noun]) => <span key={kind}>{countOf(figures.marks[kind], noun)}</span>)
