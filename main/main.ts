/** Strata's desktop shell: one instance per store, one window, the engine in its own process. */
import { app, session } from 'electron'
import { chooseProfile } from './profile.ts'
import { DesktopApp } from './desktop-app.ts'
import { confineSession } from './confine-contents.ts'
import { parseCommandLine } from './command-line.ts'
import { registerWindowProtocol, serveWindowFiles } from './window-protocol.ts'

const commandLine = parseCommandLine(process.argv, process.env, process.cwd())
const profile = chooseProfile(commandLine.storeDir)
app.setPath('userData', profile.folder)
// Where the system allows no process sandbox it is switched off from outside; insisting would only end every process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
registerWindowProtocol()

if (app.requestSingleInstanceLock()) void start()
else app.quit()

async function start(): Promise<void> {
  await app.whenReady()
  confineSession(session.defaultSession)
  serveWindowFiles(session.defaultSession)
  const desktop = new DesktopApp(profile)
  desktop.open()
  desktop.importFolders(commandLine.folders)
  app.on('second-instance', (_event, argv, cwd) => {
    desktop.open()
    desktop.importFolders(parseCommandLine(argv, {}, cwd).folders)
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
