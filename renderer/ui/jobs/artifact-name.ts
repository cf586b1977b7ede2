/** The name that is suggested for a file with what a commit became. */
const endings: Readonly<Record<string, string>> = {
  'claude-code-v1': 'jsonl',
  'bureau-agent-v1': 'json',
  'events-v1': 'cbor',
}

/** `ctx-1a2b3c4d.jsonl`; formats that nobody knows end in `.bin`. */
export const artifactName = (commitId: string, format: string): string => `${commitId}.${endings[format] ?? 'bin'}`
