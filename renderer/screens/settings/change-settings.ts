/** Changes a setting of the store. */
import type { CallInput } from '../../../app/contract/calls.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { showNotice, showFailure } from '../../ui/layout/notice.ts'

/** @param done what is said when it was taken. Resolves with whether it was. */
export const changeSettings = (input: CallInput<'settings.change'>, done: string): Promise<boolean> =>
  ask('settings.change', input).then(
    () => {
      showNotice(done)
      return true
    },
    (thrown: unknown) => {
      showFailure(thrown)
      return false
    },
  )
