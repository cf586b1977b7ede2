/** Puts the shell's parts together: window, menu, engine, and the channel between them. */
import path from 'node:path'
import { app, Menu, nativeTheme, utilityProcess, type BrowserWindow } from 'electron'
import type { MenuScreen } from '../app/contract/shell.ts'
import type { Signal } from '../app/contract/signals.ts'
import type { WindowCommand } from '../app/contract/window-command.ts'
import { answerCall } from './answer-call.ts'
import { ChosenPaths } from './chosen-paths.ts'
import { EngineLink } from './engine-link.ts'
import { openLog, type Log } from './log.ts'
import { openMainWindow } from './main-window.ts'
import { menuTemplate } from './menu-template.ts'
import { unpackEnvelope } from './pack-envelope.ts'
import type { Profile } from './profile.ts'
import { sendSignal, serveCalls } from './serve.ts'
import { offerExternal, revealPath, shellCalls } from './shell-calls.ts'
import { loadWindowState, saveWindowState, type WindowState } from './window-state.ts'

/** On Linux the C library keeps separate memory for every thread; with two such stores for all threads an import takes 20 MB less. */
const engineEnvironment = { MALLOC_ARENA_MAX: '2' } as const

export class DesktopApp {
  readonly #profile: Profile
  readonly #log: Log
  readonly #engine: EngineLink
  readonly #stateFile: string
  #state: WindowState
  #window: BrowserWindow | undefined
  #closed = false
  #screens: readonly MenuScreen[] = []
  /** A link that the window shows once its page has loaded. */
  #link: string | undefined

  constructor(profile: Profile) {
    this.#profile = profile
    this.#log = openLog(path.join(profile.folder, 'logs'))
    this.#stateFile = path.join(profile.folder, 'window-state.json')
    this.#state = loadWindowState(this.#stateFile)
    nativeTheme.themeSource = this.#state.theme
    this.#engine = new EngineLink({
      start: () =>
        utilityProcess.fork(path.join(__dirname, 'engine-process.cjs'), [profile.storeDir], {
          serviceName: 'Strata engine',
          env: { ...process.env, ...engineEnvironment },
        }),
      startSql: () => utilityProcess.fork(path.join(__dirname, 'sql-process.cjs'), [], { serviceName: 'Strata SQL', stdio: 'ignore' }),
      onSignal: (signal) => {
        sendSignal(this.#window, signal)
      },
      note: this.#log.note,
    })
    const askEngine = this.#engine.call.bind(this.#engine)
    const chosen = new ChosenPaths()
    const answerers = {
      shell: shellCalls({
        currentWindow: () => this.#window,
        askEngine,
        chosen,
        showScreens: (screens) => {
          this.#screens = screens
          this.#setMenu()
        },
      }),
      engine: askEngine,
      chosen,
      onBug: (error: unknown) => {
        this.#log.fault('call', error)
      },
    }
    serveCalls((name, input) => answerCall(name, input, answerers))
    this.#setMenu()
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Opens the window, or brings the open one to the front. */
  open(): void {
    if (this.#window !== undefined) {
      if (this.#window.isMinimized()) this.#window.restore()
      this.#window.focus()
      return
    }
    const window = openMainWindow({
      state: this.#state,
      remember: (change) => {
        this.#remember(change)
      },
      offerExternal: (url) => void offerExternal(url, this.#window),
      onCrash: (reason) => {
        this.#log.note(`the window's process ended (${reason})`)
      },
    })
    window.once('closed', () => {
      this.#window = undefined
    })
    // A page that has just loaded missed what was announced before.
    window.webContents.on('did-finish-load', () => {
      this.#send(this.#engine.announcement)
      this.#sendLink()
    })
    this.#window = window
  }

  /** Shows the view that a link leads to; the window decides whether there is one. */
  openLink(link: string): void {
    this.#link = link
    this.open()
    if (this.#window?.webContents.isLoading() === false) this.#sendLink()
  }

  /** Starts an import of these folders; its progress reaches the window as signals. */
  importFolders(folders: readonly string[]): void {
    if (folders.length === 0) return
    void this.#engine.call('import.start', { paths: folders, dryRun: false }).then((packed) => {
      const envelope = unpackEnvelope(packed)
      if (!envelope.ok) this.#log.note(`the import from the command line did not start [${envelope.failure.code}]`)
    })
  }

  /** Closes the store; the app may end afterwards. */
  async close(): Promise<void> {
    await this.#engine.close()
    this.#closed = true
  }

  #sendLink(): void {
    if (this.#link === undefined) return
    this.#send({ kind: 'link', link: this.#link })
    this.#link = undefined
  }

  #send(signal: Signal): void {
    sendSignal(this.#window, signal)
  }

  #sendCommand(command: WindowCommand): void {
    this.open()
    this.#send({ kind: 'command', command })
  }

  #remember(change: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...change }
    try {
      saveWindowState(this.#stateFile, this.#state)
    } catch (error) {
      this.#log.fault('window state', error)
    }
  }

  #setMenu(): void {
    const template = menuTemplate({
      isMac: process.platform === 'darwin',
      isPackaged: app.isPackaged,
      theme: this.#state.theme,
      screens: this.#screens,
      sendCommand: (command) => {
        this.#sendCommand(command)
      },
      chooseTheme: (theme) => {
        nativeTheme.themeSource = theme
        this.#remember({ theme })
      },
      revealStore: () => {
        this.#reveal(this.#profile.storeDir)
      },
      revealLog: () => {
        this.#reveal(this.#log.file)
      },
      reopenStore: () => {
        this.#engine.reopen()
      },
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #reveal(target: string): void {
    revealPath(target).catch((error: unknown) => {
      this.#log.fault('reveal', error)
    })
  }
}
