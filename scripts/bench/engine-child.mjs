/** The built engine in a process of its own, as the desktop app runs it; Node's channel takes the place of Electron's. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'

process.parentPort = {
  postMessage: (message) => process.send(message),
  on: (_event, listen) =>
    process.on('message', (message) => {
      if (message.kind === 'usage') process.send({ kind: 'usage', usage: process.resourceUsage() })
      else listen({ data: message })
    }),
}
// Whoever measures may be stopped at any time.
process.on('disconnect', () => process.exit(0))

const file = path.join(projectRoot, 'dist', 'node', 'engine-process.cjs')
createRequire(file)(file)
