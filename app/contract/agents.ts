/** Data that the agent service stores for agents. */
import { z } from 'zod'
import { call, noRows, nothing } from './call.ts'

const name = z.string().min(1).max(4096)

export interface KeptArtifact {
  readonly artifactRef: string
  readonly artifactHash: string
  readonly bytes: number
}

export interface AgentNote {
  readonly key: string
  readonly text: string
}

/** A running agent whose output is stored while it runs. */
export interface CaptureView {
  readonly startedAt: number
  readonly pid: number
  /** Bytes that were read from it and are in its spool or already committed. */
  readonly bytes: number
  /** False: its process has ended; what was read from it is imported when the store is opened next. */
  readonly isRunning: boolean
}

export interface AgentsView {
  /** Path of the socket on which agents are answered; the same each time for a store. */
  readonly address: string
  /** Whether some process answers there now. */
  readonly isAnswering: boolean
  /** Newest first. */
  readonly captures: readonly CaptureView[]
}

export const agentsCalls = {
  'agents.show': call<AgentsView>('reads', noRows)(() => nothing),
  /** Keeps bytes as an artifact that is not collected; the same bytes again are the same artifact. */
  'artifact.keep': call<KeptArtifact>(
    'repeatable',
    noRows,
  )(() =>
    z.object({
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes are needed'),
      contentType: name,
      label: z.string().max(4096),
      description: z.string().max(10_000).default(''),
      owner: name,
      sessionId: z.string().max(4096).default(''),
    }),
  ),
  /** Remembers a text for an owner under a key; null forgets it. */
  'note.set': call<null>(
    'repeatable',
    noRows,
  )(() =>
    z.object({
      owner: name,
      key: name,
      text: z.string().max(1_000_000).nullable(),
      /** The artifact that the note references; if the store has it, it is not collected. */
      artifactRef: z.string().max(100).optional(),
    }),
  ),
  'note.list': call<readonly AgentNote[]>('reads', noRows)(() => z.object({ owner: name, prefix: z.string().max(4096).default('') })),
} as const
