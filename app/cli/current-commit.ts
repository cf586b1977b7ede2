/** The commit of the captured agent in which a command runs. */
import { askContextSocket, contextSocketVariable } from '../engine/agents/context-socket.ts'
import { StrataError } from '../model/failure.ts'

/** The word for that commit, in commands that take one. */
const currentWord = 'current'

/** Whether a command runs within a captured agent. */
const isCaptured = (): boolean => (process.env[contextSocketVariable] ?? '') !== ''

/**
 * The id of the commit that holds what the agent knows now.
 * @throws StrataError invalid-input outside a captured agent; not-found before the agent has done anything; path-unreadable
 */
export const currentCommit = async (): Promise<string> => {
  const address = process.env[contextSocketVariable] ?? ''
  if (address === '')
    throw new StrataError(
      'invalid-input',
      `No captured agent runs this command: ${contextSocketVariable} is not set. Run the agent with strata capture`,
    )
  const id = await askContextSocket(address)
  if (id === '') throw new StrataError('not-found', 'The captured agent has no commit yet', { text: currentWord })
  return id
}

/** The commit that an argument names. Within a captured agent, `current` or no name means the commit that holds what the agent knows. */
export const namedOrCurrent = async (name: string | undefined): Promise<string | undefined> =>
  isCaptured() && (name === undefined || name === currentWord) ? currentCommit() : name
