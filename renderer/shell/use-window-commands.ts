/** The commands that every screen offers. */
import type { WindowCommand as MenuCommand } from '../../app/contract/window-command.ts'
import { nextAppearance } from '../ui/layout/appearance.ts'
import { ask } from '../ui/calls/bridge.ts'
import { startImport, startReindex, startRestore, startVerify } from '../ui/jobs/jobs.ts'
import { copyText, showFailure } from '../ui/layout/notice.ts'
import { useEffect, useMemo } from 'react'
import { askedHistory } from '../screens/reasoning/address.ts'
import type { Screen } from '../screens/screen.ts'
import { formatLink } from '../ui/address/address.ts'
import { go, currentLocation } from '../ui/address/location.ts'
import { openStoreDialog } from '../ui/commands/store-dialog.ts'
import { useCommands, type Command } from '../ui/commands/commands.ts'
import { observable } from '../ui/calls/observable.ts'

/**
 * Every command of the desktop menu, except “find”, which belongs to the screen's filter, and the commands of a commit or a screen; also
 * one command that only the window has.
 */
type WindowCommand = Exclude<MenuCommand, 'find' | `commit.${string}` | `screen.${string}`> | 'view.appearance'

type Offer = Pick<Command, 'group' | 'title' | 'keys' | 'run'>

const offer = (group: string, title: string, keys: readonly string[], run: () => void): Offer => ({ group, title, keys, run })

const offers: Readonly<Record<WindowCommand, Offer>> = {
  'go.back': offer('Go', 'Back', ['Alt+Left'], () => window.history.back()),
  'go.forward': offer('Go', 'Forward', ['Alt+Right'], () => window.history.forward()),
  palette: offer('Window', 'Command palette', ['Mod+K'], () => openPanel('palette')),
  'help.keys': offer('Window', 'Keyboard shortcuts', ['?', 'Mod+/'], () => openPanel('keys')),
  'help.doctor': offer('Window', 'Doctor: check transcript folders', [], () => openPanel('doctor')),
  'view.appearance': offer('Window', 'Next appearance: system, light, dark', ['Shift+T'], nextAppearance),
  'copy.link': offer('Window', 'Copy link to this view', ['Mod+Shift+C'], () => copyLink()),
  'import.found': offer('Store', 'Import all found transcripts', ['Mod+Shift+I'], () => startImport([])),
  'import.choose': offer('Store', 'Import folders…', ['Mod+O'], () => importChosen()),
  'store.verify': offer('Store', 'Verify store', [], startVerify),
  'store.reindex': offer('Store', 'Rebuild index', [], startReindex),
  'store.remote': offer('Store', 'Add remote…', [], () => openStoreDialog('remote')),
  'store.push': offer('Store', 'Push to remote…', [], () => openStoreDialog('push')),
  'store.fetch': offer('Store', 'Fetch from remote…', [], () => openStoreDialog('fetch')),
  'store.bundle': offer('Store', 'Create bundle…', [], () => openStoreDialog('bundle')),
  'store.importBundle': offer('Store', 'Import bundle…', [], () => openStoreDialog('import-bundle')),
  'store.lake': offer('Store', 'Write lake of Parquet files…', [], () => openStoreDialog('lake')),
  'store.summaries': offer('Store', 'Write summaries with a model…', [], () => openStoreDialog('summaries')),
  'store.gc': offer('Store', 'Collect garbage…', [], () => openStoreDialog('gc')),
  'store.restore': offer('Store', 'Restore all transcripts into a folder…', [], () => restoreChosen()),
}

const historyCommand = { id: 'history.ask', ...offer('Go', 'Ask the history', ['g h'], () => go(askedHistory())) }
const noticesCommand = { id: 'view.notices', ...offer('Window', 'Notices and ended jobs', [], () => openPanel('notices')) }

const offered: readonly Command[] = [...Object.entries(offers).map(([id, each]) => ({ id, ...each })), historyCommand, noticesCommand]

const commandOf = (view: Screen['view']): `screen.${string}` => `screen.${view}`

const screenCommands = (screens: readonly Screen[]): readonly Command[] =>
  screens.flatMap(({ view, title, entry }) =>
    entry === undefined ? [] : [{ id: commandOf(view), ...offer('Go', title, entry.keys, () => go(entry.address)) }],
  )

export const useWindowCommands = (screens: readonly Screen[]): void =>
  useCommands(useMemo(() => [...screenCommands(screens), ...offered], [screens]))

/** Shows the screens in the menu of the desktop. */
export const useGoMenu = (screens: readonly Screen[]): void => {
  useEffect(() => {
    const items = screens.flatMap(({ view, title, entry }) =>
      entry?.place === 'main' ? [{ command: commandOf(view), title, key: entry.keys.find((key) => key.startsWith('Mod+')) ?? null }] : [],
    )
    // A menu without the screens is no obstacle: the navigation has them.
    ask('shell.showScreens', { items }).catch(() => undefined)
  }, [screens])
}

const copyLink = (): void => {
  const place = currentLocation()
  if (place !== undefined) copyText(formatLink(place), 'the link to this view')
}

const importChosen = (): void => {
  ask('shell.chooseFolders', {}).then((paths) => {
    if (paths.length > 0) startImport(paths)
  }, showFailure)
}

const restoreChosen = (): void => {
  ask('shell.chooseFolders', {}).then(([folder]) => {
    if (folder !== undefined) startRestore(folder)
  }, showFailure)
}

/** Which panel lies over the window; one at a time. */
type PanelName = 'palette' | 'keys' | 'doctor' | 'notices'

export const panel = observable<PanelName | undefined>(undefined)

export const openPanel = (name: PanelName | undefined): void => panel.set(name)
