/** Goes to where a record or commit is shown in a conversation. */
import { useCallback, useEffect, useRef } from 'react'
import type { RowFound } from '../../../app/contract/reader.ts'
import { soughtRecord } from '../../ui/address/record-key.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { showFailure, showNotice } from '../../ui/layout/notice.ts'
import type { ReadPlace } from '../timeline/event-place.ts'

/** A place in the address. */
export interface SoughtPlace {
  readonly commit: string | undefined
  /** `sourceId:line`, or a uuid. */
  readonly record: string | undefined
  /** Text that the find bar is opened with. */
  readonly find: string | undefined
  /** Beginning of the place of that text that is gone to. */
  readonly near: string | undefined
}

type Locate = (place: Partial<ReadPlace>) => void

/** Whether a commit is on an abandoned branch: the main branch does not show it, but its own branch does. */
const isLeft = async (sessionId: string, commitId: string): Promise<boolean> =>
  (await ask('session.locate', { sessionId, commitId })) === null &&
  (await ask('session.locate', { sessionId, commitId, tip: commitId })) !== null

/**
 * Finds where a record or commit is shown, and navigates there.
 * @param onOtherBranch called for a commit that the main branch does not contain, with the tip of a branch that does
 */
export const useLocate = (
  sessionId: string,
  branch: string | undefined,
  goTo: (place: RowFound) => void,
  onOtherBranch?: (tip: string) => void,
): Locate => {
  const latest = useRef({ goTo, onOtherBranch })
  useEffect(() => {
    latest.current = { goTo, onOtherBranch }
  })
  return useCallback(
    ({ commitId, record }) => {
      const tip = branch === undefined ? {} : { tip: branch }
      const at = soughtRecord(record)
      const wanted = { ...(commitId === undefined ? {} : { commitId }), ...(at === undefined ? {} : { record: at }) }
      const locate = async (): Promise<void> => {
        const { onOtherBranch: toOther } = latest.current
        if (toOther !== undefined && branch === undefined && commitId !== undefined && (await isLeft(sessionId, commitId))) {
          toOther(commitId)
          return
        }
        const found = await ask('session.locate', { sessionId, ...tip, ...wanted })
        if (found === null) showNotice('This branch of the conversation does not contain that record')
        else latest.current.goTo(found)
      }
      locate().catch(showFailure)
    },
    [sessionId, branch],
  )
}

/** Goes to the place in the address when it is another one. */
export const useSought = ({ commit, record }: SoughtPlace, locate: Locate): void => {
  useEffect(() => {
    if (commit !== undefined || record !== undefined) locate({ ...(commit === undefined ? {} : { commitId: commit }), record })
  }, [commit, record, locate])
}
