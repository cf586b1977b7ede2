/** The verbs that are there on every screen. */
import { logAddress, problemsAddress, sessionsAddress } from '../ui/address.ts'
import { nextAppearance } from '../ui/appearance.ts'
import { ask } from '../ui/bridge.ts'
import { startImport, startReindex, startRestore, startVerify } from '../ui/jobs.ts'
import { copyText, tellFailure } from '../ui/notice.ts'
import { go, linkTo, placeNow } from '../ui/place.ts'
import { useVerbs, type Verb } from '../ui/verbs.ts'
import { openPanel } from './open-panel.ts'

export const useWindowVerbs = (): void => useVerbs(windowVerbs)

const verb = (group: string, id: string, title: string, keys: readonly string[], run: () => void): Verb => ({ id, title, group, keys, run })

const windowVerbs: readonly Verb[] = [
  verb('Go', 'go.sessions', 'Sessions', ['g s', 'Mod+2'], () => go(sessionsAddress)),
  verb('Go', 'go.log', 'Log of all sessions', ['g l', 'Mod+3'], () => go(logAddress)),
  verb('Go', 'go.problems', 'Problems', ['g p', 'Mod+4'], () => go(problemsAddress)),
  verb('Go', 'go.sources', 'Sources', ['g o', 'Mod+1'], () => go({ view: 'sources' })),
  verb('Go', 'go.back', 'Back', ['Alt+Left'], () => window.history.back()),
  verb('Go', 'go.forward', 'Forward', ['Alt+Right'], () => window.history.forward()),
  verb('Window', 'palette', 'Command palette', ['Mod+K'], () => openPanel('palette')),
  verb('Window', 'help.keys', 'Keyboard shortcuts', ['?', 'Mod+/'], () => openPanel('keys')),
  verb('Window', 'help.doctor', 'Doctor: why is nothing found?', [], () => openPanel('doctor')),
  verb('Window', 'view.appearance', 'Next appearance: system, light, dark', ['Shift+T'], nextAppearance),
  verb('Window', 'copy.link', 'Copy link to this view', ['Mod+Shift+C'], () => copyLink()),
  verb('Store', 'import.found', 'Import all found transcripts', ['Mod+Shift+I'], () => startImport([])),
  verb('Store', 'import.choose', 'Import folders…', ['Mod+O'], () => importChosen()),
  verb('Store', 'store.verify', 'Verify the store', [], startVerify),
  verb('Store', 'store.reindex', 'Rebuild the index', [], startReindex),
  verb('Store', 'store.restore', 'Restore all transcripts into a folder…', [], () => restoreChosen()),
]

const copyLink = (): void => {
  const place = placeNow()
  if (place !== undefined) copyText(linkTo(place), 'the link to this view')
}

const importChosen = (): void => {
  ask('shell.chooseFolders', {}).then((paths) => {
    if (paths.length > 0) startImport(paths)
  }, tellFailure)
}

const restoreChosen = (): void => {
  ask('shell.chooseFolders', {}).then(([folder]) => {
    if (folder !== undefined) startRestore(folder)
  }, tellFailure)
}
