/** The menu as data: every command with its place and its shortcut. */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuScreen } from '../app/contract/shell.ts'
import type { WindowCommand } from '../app/contract/window-command.ts'

export interface MenuActions {
  readonly isMac: boolean
  /** Development copies also get reload and the developer tools. */
  readonly isPackaged: boolean
  readonly theme: 'system' | 'light' | 'dark'
  /** The screens of the window, once it has reported them. */
  readonly screens: readonly MenuScreen[]
  readonly sendCommand: (command: WindowCommand) => void
  readonly chooseTheme: (theme: 'system' | 'light' | 'dark') => void
  readonly revealStore: () => void
  readonly reopenStore: () => void
  readonly revealLog: () => void
}

type Item = MenuItemConstructorOptions

/** The whole menu bar. */
export function menuTemplate(actions: MenuActions): Item[] {
  const command = (label: string, name: WindowCommand, accelerator?: string): Item => ({
    id: name,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => {
      actions.sendCommand(name)
    },
  })
  return [
    ...(actions.isMac ? [{ role: 'appMenu' } as const] : []),
    fileMenu(actions, command),
    editMenu(command),
    viewMenu(actions, command),
    goMenu(actions, command),
    commitMenu(actions),
    storeMenu(actions, command),
    { role: 'windowMenu' },
    helpMenu(actions, command),
  ]
}

type MakeCommand = (label: string, name: WindowCommand, accelerator?: string) => Item
const separator = { type: 'separator' } as const

function fileMenu(actions: MenuActions, command: MakeCommand): Item {
  return {
    label: '&File',
    submenu: [
      command('Import Folders…', 'import.choose', 'CmdOrCtrl+O'),
      command('Import All Found Transcripts', 'import.found', 'CmdOrCtrl+Shift+I'),
      separator,
      command('Restore Transcripts…', 'store.restore'),
      separator,
      command('Settings…', 'screen.settings', 'CmdOrCtrl+,'),
      separator,
      { role: 'close' },
      ...(actions.isMac ? [] : [{ role: 'quit' } as const]),
    ],
  }
}

function editMenu(command: MakeCommand): Item {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      command('Copy Link to This View', 'copy.link', 'CmdOrCtrl+Shift+C'),
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      command('Find…', 'find', 'CmdOrCtrl+F'),
    ],
  }
}

function viewMenu(actions: MenuActions, command: MakeCommand): Item {
  const theme = (label: string, name: MenuActions['theme']): Item => ({
    label,
    type: 'radio',
    checked: actions.theme === name,
    click: () => {
      actions.chooseTheme(name)
    },
  })
  // Ctrl+Shift+I, the usual shortcut of the tools, is taken by a command of ours.
  const tools: Item = { role: 'toggleDevTools', accelerator: actions.isMac ? 'Alt+Cmd+I' : 'F12' }
  const development: Item[] = actions.isPackaged ? [] : [separator, { role: 'reload' }, tools]
  return {
    label: '&View',
    submenu: [
      command('Command Palette…', 'palette', 'CmdOrCtrl+K'),
      separator,
      { label: 'Appearance', submenu: [theme('System', 'system'), theme('Light', 'light'), theme('Dark', 'dark')] },
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

function goMenu(actions: MenuActions, command: MakeCommand): Item {
  return {
    label: '&Go',
    submenu: [
      command('Back', 'go.back', actions.isMac ? 'Cmd+[' : 'Alt+Left'),
      command('Forward', 'go.forward', actions.isMac ? 'Cmd+]' : 'Alt+Right'),
      separator,
      ...actions.screens.map(({ title, command: name, key }) => command(title, name, key?.replace('Mod', 'CmdOrCtrl'))),
    ],
  }
}

/** The commands of the commit that is selected. Their keys are plain ones: the window hears them, here they are only shown. */
function commitMenu(actions: MenuActions): Item {
  const command = (label: string, name: WindowCommand, key: string): Item => ({
    id: name,
    label,
    // A Mac would take the key even while text is typed.
    ...(actions.isMac ? {} : { accelerator: key, registerAccelerator: false }),
    click: () => {
      actions.sendCommand(name)
    },
  })
  return {
    label: '&Commit',
    submenu: [
      command('Materialise…', 'commit.materialise', 'Shift+M'),
      command('Fork…', 'commit.fork', 'Shift+F'),
      command('Fork and Resume…', 'commit.resume', 'Shift+R'),
      command('Export…', 'commit.export', 'Shift+E'),
      separator,
      command('Edit Summary', 'commit.summary', 'Shift+S'),
      command('Tag…', 'commit.tag', 'Shift+L'),
      command('Pin or Unpin', 'commit.pin', 'Shift+P'),
      separator,
      command('Compare With…', 'commit.compare', 'Shift+C'),
      command('Show in Timeline', 'commit.timeline', 'T'),
      separator,
      command('Copy Id', 'commit.copy', 'Y'),
      command('Copy Link', 'commit.link', 'Shift+Y'),
      separator,
      command('Commit Menu', 'commit.menu', 'M'),
    ],
  }
}

function storeMenu(actions: MenuActions, command: MakeCommand): Item {
  return {
    label: '&Store',
    submenu: [
      command('Add Remote…', 'store.remote'),
      command('Push…', 'store.push'),
      command('Fetch…', 'store.fetch'),
      separator,
      command('Create Bundle…', 'store.bundle'),
      command('Import Bundle…', 'store.importBundle'),
      command('Write Lake…', 'store.lake'),
      separator,
      command('Write Summaries…', 'store.summaries'),
      command('Collect Garbage…', 'store.gc'),
      separator,
      command('Verify', 'store.verify'),
      command('Rebuild Index', 'store.reindex'),
      separator,
      { label: 'Show in File Manager', click: actions.revealStore },
      { label: 'Reopen', click: actions.reopenStore },
    ],
  }
}

function helpMenu(actions: MenuActions, command: MakeCommand): Item {
  return {
    role: 'help',
    submenu: [
      command('Keyboard Shortcuts', 'help.keys', 'CmdOrCtrl+/'),
      command('Doctor: Check Transcript Folders', 'help.doctor'),
      separator,
      { label: 'Show Log File', click: actions.revealLog },
      ...(actions.isMac ? [] : [{ role: 'about' } as const]),
    ],
  }
}
