/** Saves an artifact where the person says, and says where that was. */
import { ask } from '../calls/bridge.ts'
import { formatBytes } from '../format/format-bytes.ts'
import { tell, tellFailure } from '../layout/notice.ts'

export const saveArtifact = (ref: string, name: string): void => {
  ask('shell.saveArtifact', { ref, name }).then((saved) => {
    if (saved !== null) tell(`Saved ${formatBytes(saved.bytes)} to ${saved.path}`)
  }, tellFailure)
}
