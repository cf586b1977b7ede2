/** Which panel lies over the window; one at a time. */
import { observable } from '../ui/calls/observable.ts'

export type PanelName = 'palette' | 'keys' | 'doctor'

export const panel = observable<PanelName | undefined>(undefined)

export const openPanel = (name: PanelName | undefined): void => panel.set(name)
