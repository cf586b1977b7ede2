/** Continues an exported transcript, as the client does when it resumes it. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Adds a prompt and a reply to a transcript. @param usage of the reply */
export const continueTranscript = (file: string, usage?: Readonly<Record<string, number>>): void => {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  const last = JSON.parse(rows.at(-1) ?? '{}') as Record<string, unknown>
  const more = (uuid: string, parentUuid: unknown, type: string, content: unknown) =>
    JSON.stringify({
      ...last,
      forkedFrom: undefined,
      uuid,
      parentUuid,
      type,
      message: {
        role: type,
        id: `m-${uuid}`,
        content,
        ...(type === 'assistant' && usage !== undefined ? { model: 'claude-opus-4-5', usage } : {}),
      },
      timestamp: '2030-01-01T00:00:00.000Z',
    })
  const reply = [{ type: 'text', text: 'on it' }]
  writeFileSync(
    file,
    `${[...rows, more(`${String(last['sessionId'])}-1`, last['uuid'], 'user', 'and now'), more(`${String(last['sessionId'])}-2`, `${String(last['sessionId'])}-1`, 'assistant', reply)].join('\n')}\n`,
  )
}
