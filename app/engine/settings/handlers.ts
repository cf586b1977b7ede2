/** Handlers of the calls about settings. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { settingsCalls } from '../../contract/settings.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { changeSettings, showSettings } from './change-settings.ts'

export const settingsHandlers = ({ context }: HandlerParts): HandlersOf<typeof settingsCalls> => ({
  'settings.show': () => showSettings(context.store),
  'settings.change': (input) => changeSettings(context, input),
})
