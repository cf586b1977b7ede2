/** Runs a program on a virtual display where there is X, so that tests neither need nor disturb a screen. */
import { runCommand } from './run-command.mjs'

/** Runs the program and answers its exit code, its words going where `talk` says; on macOS and Windows it runs on the screen there is. */
export async function runOnVirtualDisplay(command, args, talk = 'through') {
  if (process.platform !== 'linux') return (await runCommand(command, args, { talk })).code
  const screen = ['-a', '-s', '-screen 0 1920x1200x24', command, ...args]
  const { WAYLAND_DISPLAY: _, ...env } = process.env
  return (await runCommand('xvfb-run', screen, { env, talk })).code
}
