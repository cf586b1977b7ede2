/** Strata's desktop shell: one instance per store, one window, the engine in its own process. */
import { app, session } from 'electron'
import { chooseProfile } from './profile.ts'
import { DesktopApp } from './desktop-app.ts'
import { confineSession } from './confine-contents.ts'
import { isLink, parseCommandLine } from './command-line.ts'
import { registerWindowProtocol, serveWindowFiles } from './window-protocol.ts'

const commandLine = parseCommandLine(process.argv, process.env, process.cwd())
const profile = chooseProfile(commandLine.storeDir)
app.setPath('userData', profile.folder)
// Where the system allows no process sandbox it is switched off from outside; insisting would only end every process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
registerWindowProtocol()

/** macOS gives a link as an event, which may come before the window. */
let opened = commandLine.link
let openLink = (link: string): void => {
  opened = link
}
app.on('open-url', (event, url) => {
  event.preventDefault()
  if (isLink(url)) openLink(url)
})

if (app.requestSingleInstanceLock()) void start()
else app.quit()

async function start(): Promise<void> {
  await app.whenReady()
  confineSession(session.defaultSession)
  serveWindowFiles(session.defaultSession)
  const desktop = new DesktopApp(profile)
  desktop.open()
  desktop.importFolders(commandLine.folders)
  // The installer for Windows registers no links.
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('strata')
  openLink = (link) => {
    desktop.openLink(link)
  }
  if (opened !== undefined) openLink(opened)
  app.on('second-instance', (_event, argv, cwd) => {
    desktop.open()
    const { folders, link } = parseCommandLine(argv, {}, cwd)
    desktop.importFolders(folders)
    if (link !== undefined) openLink(link)
  })
  app.on('activate', () => {
    desktop.open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (desktop.isClosed) return
    event.preventDefault()
    void desktop.close().then(() => {
      app.quit()
    })
  })
}
