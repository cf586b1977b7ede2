/** The menu as data: every verb with its place and its shortcut. */
import type { MenuItemConstructorOptions } from 'electron'
import type { WindowCommand } from '../app/contract/window-command.ts'

export interface MenuActions {
  readonly isMac: boolean
  /** Development copies also get reload and the developer tools. */
  readonly isPackaged: boolean
  readonly theme: 'system' | 'light' | 'dark'
  readonly sendVerb: (verb: WindowCommand) => void
  readonly chooseTheme: (theme: 'system' | 'light' | 'dark') => void
  readonly revealStore: () => void
  readonly reopenStore: () => void
  readonly revealLog: () => void
}

type Item = MenuItemConstructorOptions

/** The whole menu bar. */
export function menuTemplate(actions: MenuActions): Item[] {
  const verb = (label: string, name: WindowCommand, accelerator?: string): Item => ({
    id: name,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => {
      actions.sendVerb(name)
    },
  })
  return [
    ...(actions.isMac ? [{ role: 'appMenu' } as const] : []),
    fileMenu(actions, verb),
    editMenu(verb),
    viewMenu(actions, verb),
    goMenu(actions, verb),
    commitMenu(actions),
    storeMenu(actions, verb),
    { role: 'windowMenu' },
    helpMenu(actions, verb),
  ]
}

type MakeVerb = (label: string, name: WindowCommand, accelerator?: string) => Item
const separator = { type: 'separator' } as const

function fileMenu(actions: MenuActions, verb: MakeVerb): Item {
  return {
    label: '&File',
    submenu: [
      verb('Import Folders…', 'import.choose', 'CmdOrCtrl+O'),
      verb('Import All Found Transcripts', 'import.found', 'CmdOrCtrl+Shift+I'),
      separator,
      verb('Restore Transcripts…', 'store.restore'),
      separator,
      verb('Settings…', 'go.settings', 'CmdOrCtrl+,'),
      separator,
      { role: 'close' },
      ...(actions.isMac ? [] : [{ role: 'quit' } as const]),
    ],
  }
}

function editMenu(verb: MakeVerb): Item {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      verb('Copy Link to This View', 'copy.link', 'CmdOrCtrl+Shift+C'),
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      verb('Find…', 'find', 'CmdOrCtrl+F'),
      verb('Search Everything…', 'go.search', 'CmdOrCtrl+Shift+F'),
    ],
  }
}

function viewMenu(actions: MenuActions, verb: MakeVerb): Item {
  const theme = (label: string, name: MenuActions['theme']): Item => ({
    label,
    type: 'radio',
    checked: actions.theme === name,
    click: () => {
      actions.chooseTheme(name)
    },
  })
  // Ctrl+Shift+I, the usual shortcut of the tools, is taken by a verb of ours.
  const tools: Item = { role: 'toggleDevTools', accelerator: actions.isMac ? 'Alt+Cmd+I' : 'F12' }
  const development: Item[] = actions.isPackaged ? [] : [separator, { role: 'reload' }, tools]
  return {
    label: '&View',
    submenu: [
      verb('Command Palette…', 'palette', 'CmdOrCtrl+K'),
      separator,
      { label: 'Appearance', submenu: [theme('As the System', 'system'), theme('Light', 'light'), theme('Dark', 'dark')] },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The plus sign without Shift, as every browser takes it.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...development,
    ],
  }
}

function goMenu(actions: MenuActions, verb: MakeVerb): Item {
  return {
    label: '&Go',
    submenu: [
      verb('Back', 'go.back', actions.isMac ? 'Cmd+[' : 'Alt+Left'),
      verb('Forward', 'go.forward', actions.isMac ? 'Cmd+]' : 'Alt+Right'),
      separator,
      verb('Sources', 'go.sources', 'CmdOrCtrl+1'),
      verb('Sessions', 'go.sessions', 'CmdOrCtrl+2'),
      verb('Log of All Sessions', 'go.log', 'CmdOrCtrl+3'),
      verb('Problems', 'go.problems', 'CmdOrCtrl+4'),
      verb('Ledger', 'go.ledger', 'CmdOrCtrl+5'),
      verb('Forks, Tags and Pins', 'go.refs', 'CmdOrCtrl+6'),
      verb('SQL Console', 'go.sql', 'CmdOrCtrl+7'),
      verb('Files', 'go.files'),
      verb('Analytics', 'go.analytics', 'CmdOrCtrl+8'),
      verb('Store', 'go.store', 'CmdOrCtrl+9'),
    ],
  }
}

/** The verbs of the commit that is selected. Their keys are plain ones: the window hears them, here they are only shown. */
function commitMenu(actions: MenuActions): Item {
  const verb = (label: string, name: WindowCommand, key: string): Item => ({
    id: name,
    label,
    // A Mac would take the key even while text is typed.
    ...(actions.isMac ? {} : { accelerator: key, registerAccelerator: false }),
    click: () => {
      actions.sendVerb(name)
    },
  })
  return {
    label: '&Commit',
    submenu: [
      verb('Materialise…', 'commit.materialise', 'Shift+M'),
      verb('Fork…', 'commit.fork', 'Shift+F'),
      verb('Export…', 'commit.export', 'Shift+E'),
      separator,
      verb('Edit Summary', 'commit.summary', 'Shift+S'),
      verb('Tag…', 'commit.tag', 'Shift+L'),
      verb('Pin or Unpin', 'commit.pin', 'Shift+P'),
      separator,
      verb('Compare With…', 'commit.compare', 'Shift+C'),
      verb('Show in the Timeline', 'commit.timeline', 'T'),
      separator,
      verb('Copy Id', 'commit.copy', 'Y'),
      verb('Copy Link', 'commit.link', 'Shift+Y'),
      separator,
      verb('Menu of the Commit', 'commit.menu', 'M'),
    ],
  }
}

function storeMenu(actions: MenuActions, verb: MakeVerb): Item {
  return {
    label: '&Store',
    submenu: [
      verb('Add Remote…', 'store.remote'),
      verb('Push…', 'store.push'),
      verb('Fetch…', 'store.fetch'),
      separator,
      verb('Create Bundle…', 'store.bundle'),
      verb('Take In Bundle…', 'store.takeIn'),
      verb('Write Lake…', 'store.lake'),
      separator,
      verb('Write Summaries…', 'store.summaries'),
      verb('Collect What Nothing Needs…', 'store.gc'),
      separator,
      verb('Verify', 'store.verify'),
      verb('Rebuild Index', 'store.reindex'),
      separator,
      { label: 'Show in File Manager', click: actions.revealStore },
      { label: 'Reopen', click: actions.reopenStore },
    ],
  }
}

function helpMenu(actions: MenuActions, verb: MakeVerb): Item {
  return {
    role: 'help',
    submenu: [
      verb('Keyboard Shortcuts', 'help.keys', 'CmdOrCtrl+/'),
      verb('Doctor: Why Is Nothing Found?', 'help.doctor'),
      separator,
      { label: 'Show Log File', click: actions.revealLog },
      ...(actions.isMac ? [] : [{ role: 'about' } as const]),
    ],
  }
}
