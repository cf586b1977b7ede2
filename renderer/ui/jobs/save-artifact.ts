/** Saves an artifact where the person says, and says where that was. */
import { ask } from '../calls/bridge.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { showNotice, showFailure } from '../layout/notice.ts'

export const saveArtifact = (ref: string, name: string): void => {
  ask('shell.saveArtifact', { ref, name }).then((saved) => {
    if (saved !== null) showNotice(`Saved ${formatBytes(saved.bytes)} to ${saved.path}`)
  }, showFailure)
}

const endings: Readonly<Record<string, string>> = {
  'claude-code-v1': 'jsonl',
  'bureau-agent-v1': 'json',
  'events-v1': 'cbor',
}

/** `ctx-1a2b3c4d.jsonl`; names of unknown formats end in `.bin`. */
export const artifactName = (commitId: string, format: string): string => `${commitId}.${endings[format] ?? 'bin'}`
