/** Opens the one window: sandboxed, confined to our own files, at the place where it was last. */
import path from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { confineContents } from './confine-contents.ts'
import { windowOrigin } from './window-asset.ts'
import { fitBounds, minimumSize, type WindowState } from './window-state.ts'

export interface MainWindowOptions {
  readonly state: WindowState
  /** Called when the window was moved, resized or is about to close. */
  readonly remember: (change: Pick<WindowState, 'bounds' | 'maximized'>) => void
  readonly offerExternal: (url: string) => void
  /** Called when the page's process ended by itself; the page is loaded again. */
  readonly onCrash: (reason: string) => void
}

/** Shows the window once it has something to show. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...fitBounds(options.state.bounds, workAreas()),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Strata',
    backgroundColor: backgroundColor(),
    webPreferences: {
      preload: path.join(__dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      // The spell checker would fetch its dictionaries from the network.
      spellcheck: false,
    },
  })
  if (options.state.maximized) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
  })
  confineContents(window.webContents, options.offerExternal)
  rememberPlace(window, options.remember)
  followTheme(window)
  reloadAfterCrash(window, options.onCrash)
  void window.loadURL(`${windowOrigin}/`)
  return window
}

function workAreas(): readonly Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  return [primary, ...screen.getAllDisplays().filter((display) => display.id !== primary.id)].map((display) => display.workArea)
}

/** The page's background, so that nothing flashes before its styles are loaded. */
function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff'
}

function followTheme(window: BrowserWindow): void {
  const repaint = (): void => {
    window.setBackgroundColor(backgroundColor())
  }
  nativeTheme.on('updated', repaint)
  window.once('closed', () => nativeTheme.off('updated', repaint))
}

function rememberPlace(window: BrowserWindow, remember: MainWindowOptions['remember']): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (!window.isDestroyed()) remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const saveSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, 500)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.once('closed', () => {
    clearTimeout(timer)
  })
}

/** A page that crashed is loaded again, but not in a loop. */
function reloadAfterCrash(window: BrowserWindow, onCrash: (reason: string) => void): void {
  let lastAt = -Infinity
  window.webContents.on('render-process-gone', (_event, details) => {
    onCrash(details.reason)
    const now = performance.now()
    if (details.reason !== 'clean-exit' && now - lastAt > 10_000) window.webContents.reload()
    lastAt = now
  })
}
