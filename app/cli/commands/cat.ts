/** strata cat: the bytes of an artifact, as they are. */
import { jsonText } from '../text/failure-text.ts'
import type { DefineCommand } from './command.ts'

export const catCommand: DefineCommand = (command, run) =>
  command.argument('<name>', 'artifact, commit, ref or session, or a unique id prefix').action((name: string) =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const bytes = await ask('artifact.bytes', { ref: name })
      if (json) await terminal.print(jsonText({ name, bytes: bytes.length, base64: Buffer.from(bytes).toString('base64') }))
      else await terminal.printData(bytes)
      return undefined
    }),
  )
