/** strata current: the commit of the captured agent in which it runs. */
import { contextTrailer } from '../git-trailers.ts'
import { currentCommit } from '../current-commit.ts'
import { failureJson, failureText, jsonText } from '../text/failure-text.ts'
import { toFailure } from '../../model/failure.ts'
import { exitCodes } from '../exit-codes.ts'
import type { DefineCommand } from './command.ts'

interface Options {
  readonly trailer?: boolean
}

const notes = `
The command creates the commit: it contains the conversation up to now.

Examples, in a tool of an agent that strata capture runs:
  git commit --trailer "$(strata current --trailer)" -m "fix the parser"
  gh issue comment 7 --body "Done. $(strata current --trailer)"
  strata tag current --name before-the-rewrite`

export const currentCommand: DefineCommand = (command, run) =>
  command
    .option('--trailer', 'output as a Git trailer: Strata-Context: ctx-1a2b3c4d')
    .addHelpText('after', notes)
    .action(({ trailer }: Options) =>
      run.alone(async (terminal, { json }) => {
        try {
          const commitId = await currentCommit()
          await terminal.print(json === true ? jsonText({ commitId }) : `${trailer === true ? `${contextTrailer}: ` : ''}${commitId}\n`)
          return exitCodes.success
        } catch (thrown) {
          const failure = toFailure(thrown)
          terminal.printError(json === true ? failureJson(failure) : failureText(failure))
          return failure.code === 'invalid-input' ? exitCodes.usage : exitCodes.failure
        }
      }),
    )
