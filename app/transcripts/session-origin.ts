/** Where a session comes from: what kind of agent ran, and who ran it. */
import { isConversation } from '../chains/session-lines.ts'
import type { Agent } from '../model/agent.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

export interface SessionOrigin {
  /** Id of the agent, and how it was started. */
  readonly template: string
  readonly principal: string
  /** Id of the format in which its lines are stored. */
  readonly format: string
}

/** A project as a principal: Bureau reads principals as user ids, `@localpart:server` (events-v1 §2). */
const principalOf = (project: string): string =>
  `@${
    project
      .toLowerCase()
      .replace(/^\/+/, '')
      .replace(/[^a-z0-9._=/-]+/g, '-') || 'unknown'
  }:local`

const firstLine = (transcripts: readonly (readonly TranscriptLine[])[], isWanted: (line: TranscriptLine) => boolean) => {
  for (const lines of transcripts) {
    const line = lines.find(isWanted)
    if (line !== undefined) return line
  }
  return undefined
}

/**
 * The template is that of the first record of the conversation. It enters every id, so a newer client that continues the session must not
 * change it. The principal is the first working directory, unless given. The name of the transcript's folder is not part of it, because the
 * same transcript gives the same commits in any folder.
 */
export const sessionOrigin = (
  agent: Pick<Agent, 'id' | 'format'>,
  transcripts: readonly (readonly TranscriptLine[])[],
  principal: string | undefined,
): SessionOrigin => {
  const entrypoint = firstLine(transcripts, isConversation)?.entrypoint ?? 'cli'
  const project = firstLine(transcripts, (line) => line.cwd !== undefined)?.cwd ?? ''
  return { template: `${agent.id}/${entrypoint}`, principal: principal ?? principalOf(project), format: agent.format }
}
