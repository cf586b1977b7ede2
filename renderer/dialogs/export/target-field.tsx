/** The form of an export, chosen from a list. */
import type { ReactNode } from 'react'
import type { WindowTarget } from '../../ui/commands/commit-dialog.ts'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { targetWords } from './export-targets.ts'

interface TargetFieldProps<Target extends WindowTarget> {
  readonly targets: readonly Target[]
  readonly target: Target
  readonly onTarget: (target: Target) => void
}

export const TargetField = <Target extends WindowTarget>({ targets, target, onTarget }: TargetFieldProps<Target>): ReactNode => (
  <label className="form-row">
    <span>Format</span>
    <select
      {...takesFocus}
      className="field"
      aria-label="Export format"
      value={target}
      onChange={(event) => onTarget(targets.find((each) => each === event.target.value) ?? target)}
    >
      {targets.map((each) => (
        <option key={each} value={each}>
          {targetWords[each].name}
        </option>
      ))}
    </select>
    <span className="form-hint">{targetWords[target].about}</span>
  </label>
)
