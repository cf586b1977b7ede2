/** A row of filters that are set now and then: opened and closed with a button, and open while one of them is set. */
import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { keepPreference, preference } from '../layout/preferences.ts'
import { useCommands } from '../commands/commands.ts'

const chord = 'Shift+I'

/**
 * Whether the row is shown, and the button for it; the choice is kept under `name`.
 * @param set how many of its filters are set
 */
export const useFilterRow = (name: string, group: string, hint: string, set: number): readonly [boolean, ReactNode] => {
  const kept = `${name}.filters`
  const [isOpen, setOpen] = useState(() => preference(kept) === 'yes')
  const toggle = (): void => {
    keepPreference(kept, isOpen ? 'no' : 'yes')
    setOpen(!isOpen)
  }
  useCommands([{ id: kept, title: 'Show or hide more filters', group, keys: [chord], run: toggle }])
  const isShown = isOpen || set > 0
  const button = (
    <Button
      label={set === 0 ? 'Filters' : `Filters (${set})`}
      hint={hint}
      chord={chord}
      isSmall
      look="quiet"
      isPressed={isShown}
      icon={<SlidersHorizontal size={14} aria-hidden="true" />}
      onPress={toggle}
    />
  )
  return [isShown, button]
}
