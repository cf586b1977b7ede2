/** One of a few choices, side by side. */
import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import './segments.css'

export interface SegmentsProps<T extends string> {
  readonly label: string
  readonly chosen: T
  readonly choices: readonly (readonly [T, string])[]
  readonly onChoose: (choice: T) => void
}

export const Segments = <T extends string>({ label, chosen, choices, onChoose }: SegmentsProps<T>): ReactNode => (
  <ToggleGroup.Root
    type="single"
    className="segments"
    aria-label={label}
    value={chosen}
    onValueChange={(value) => {
      const choice = choices.find(([each]) => each === value)
      if (choice !== undefined) onChoose(choice[0])
    }}
  >
    {choices.map(([value, name]) => (
      <ToggleGroup.Item key={value} value={value}>
        {name}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
)
