/** strata cat: the bytes of an artifact, as they are. */
import { Command } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import type { RunCommand } from './command.ts'

export const catCommand = (run: RunCommand): Command =>
  new Command('cat')
    .description('Print the bytes of an artifact, or of the records of a commit')
    .argument('<name>', 'artifact, commit, ref or session, or a unique id prefix')
    .action((name: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const bytes = await ask('artifact.bytes', { ref: name })
        if (json) await terminal.print(jsonText({ name, bytes: bytes.length, base64: Buffer.from(bytes).toString('base64') }))
        else await terminal.printData(bytes)
        return undefined
      }),
    )
