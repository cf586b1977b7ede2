/** The trailer with which a commit of Git names a commit of Strata. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StrataError } from '../model/failure.ts'

export const contextTrailer = 'Strata-Context'

const run = promisify(execFile)

/**
 * The values of the trailer in the message of a Git commit, in order, each once.
 * @param repo folder of the repository
 * @throws StrataError not-found when Git does not know the revision, system-refused without Git
 */
export const contextTrailers = async (revision: string, repo: string): Promise<readonly string[]> => {
  try {
    // %(trailers) follows Git's own rule of what a trailer is. --end-of-options: a revision is never an option.
    const args = ['-C', repo, 'log', '-1', `--format=%(trailers:key=${contextTrailer},valueonly)`, '--end-of-options', revision, '--']
    const { stdout } = await run('git', args, { maxBuffer: 10_000_000 })
    return [...new Set(stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])))]
  } catch (cause) {
    const { code, stderr } = cause as { readonly code?: unknown; readonly stderr?: string }
    if (code === 'ENOENT')
      throw new StrataError('system-refused', 'Cannot run git: it is not installed, or the folder does not exist', { repo }, cause)
    const reason = (stderr ?? '').split('\n')[0]?.replace(/^fatal: /, '') ?? ''
    throw new StrataError('not-found', `Git has no commit ${revision} in ${repo}: ${reason}`, { revision }, cause)
  }
}
