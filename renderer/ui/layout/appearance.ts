/** Light or dark: from the system, or as chosen in the window. The last choice wins, wherever it was made. */
import { observable, useObservable } from '../calls/observable.ts'
import { keepPreference, preference } from './preferences.ts'

export type Appearance = 'system' | 'light' | 'dark'

const order: readonly Appearance[] = ['system', 'light', 'dark']
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

const chosen = observable<Appearance>(order.find((each) => each === preference('appearance')) ?? 'system')
const drawn = observable<'light' | 'dark'>('light')

const apply = (): void => {
  const choice = chosen.get()
  const theme = choice === 'system' ? (systemDark.matches ? 'dark' : 'light') : choice
  document.documentElement.dataset['theme'] = theme
  drawn.set(theme)
}

export const chooseAppearance = (appearance: Appearance): void => {
  chosen.set(appearance)
  keepPreference('appearance', appearance)
  apply()
}

/** The next of system, light, dark. */
export const nextAppearance = (): void => chooseAppearance(order[(order.indexOf(chosen.get()) + 1) % order.length] ?? 'system')

/** Draws the window in the right colours from the start, and follows the system. */
export const followAppearance = (): void => {
  apply()
  systemDark.addEventListener('change', () => chooseAppearance('system'))
}

export const useAppearance = (): Appearance => useObservable(chosen)

/** The theme that is drawn, for what is painted by hand. */
export const useTheme = (): 'light' | 'dark' => useObservable(drawn)
