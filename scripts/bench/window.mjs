/** How soon a line that is appended to a watched transcript is seen in the real window. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeStaleBundles } from '../build/make-bundles.mjs'
import { hasDisplay } from '../setup/has-display.mjs'
import { projectRoot } from '../setup/project-root.mjs'
import { provisionElectron } from '../setup/provision-electron.mjs'
import { say } from '../setup/say.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { runOnVirtualDisplay } from '../setup/virtual-display.mjs'

const child = path.join(projectRoot, 'scripts', 'bench', 'window-child.mjs')

/** Figures, or the reason why there are none: a bench neither installs a display nor fails for want of one. */
export async function measureWindow(workDir) {
  const scratch = path.join(workDir, 'window')
  try {
    await provisionElectron()
    const why = await whyNoWindow()
    if (why !== undefined) return { reason: why }
    await makeStaleBundles()
    const code = await runOnVirtualDisplay(process.execPath, [child, scratch], 'aside')
    const figures = path.join(scratch, 'figures.json')
    if (!existsSync(figures)) return { reason: `the window ended with code ${code}` }
    return JSON.parse(readFileSync(figures, 'utf8'))
  } catch (error) {
    say(`no window: ${error.message}`)
    return { reason: error.message.split('\n')[0] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function whyNoWindow() {
  if (process.platform !== 'linux') return hasDisplay() ? undefined : 'there is no screen'
  const { code } = await runCommand('xvfb-run', ['--help'], { talk: 'quiet' })
  return code === 0 ? undefined : 'there is no xvfb-run'
}
