/** How edits are shown: in one column or side by side, long lines wrapped or not. One choice for the window, kept. */
import { observable, useObservable } from '../../../ui/calls/observable.ts'
import { useCommands } from '../../../ui/commands/commands.ts'
import { keepPreference, preference } from '../../../ui/layout/preferences.ts'

const isBeside = observable(preference('diff.layout') === 'beside')
const isWrapped = observable(preference('diff.wrap') !== 'off')

const toggleBeside = (): void => {
  isBeside.set(!isBeside.get())
  keepPreference('diff.layout', isBeside.get() ? 'beside' : 'unified')
}

const toggleWrapped = (): void => {
  isWrapped.set(!isWrapped.get())
  keepPreference('diff.wrap', isWrapped.get() ? 'on' : 'off')
}

export interface DiffLook {
  readonly isBeside: boolean
  readonly isWrapped: boolean
  readonly toggleBeside: () => void
  readonly toggleWrapped: () => void
}

/** The look that holds now, with its commands while an edit is on screen. */
export const useDiffLook = (): DiffLook => {
  useCommands(diffCommands)
  return { isBeside: useObservable(isBeside), isWrapped: useObservable(isWrapped), toggleBeside, toggleWrapped }
}

const diffCommands = [
  {
    id: 'reader.diffs',
    title: 'Edits in one column or side by side',
    group: 'Reader',
    keys: ['d', 'Shift+D'],
    isYielding: true,
    run: toggleBeside,
  },
  {
    id: 'reader.wrap',
    title: 'Wrap long lines of edits',
    group: 'Reader',
    keys: ['Shift+W'],
    isYielding: true,
    run: toggleWrapped,
  },
]
