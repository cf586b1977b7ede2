/** Calls by which the agent service keeps what is no commit: logs and files of agents, and what it has to remember of who uses it. */
import { z } from 'zod'
import type { AgentNote, KeptArtifact } from './agent-views.ts'
import { call } from './call.ts'

const name = z.string().min(1).max(4096)

export const agentCalls = {
  /** Keeps bytes as an artifact that is not collected; the same bytes again are the same artifact. */
  'artifact.keep': call<KeptArtifact>('repeatable')(
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
  'note.set': call<null>('repeatable')(
    z.object({
      owner: name,
      key: name,
      text: z.string().max(1_000_000).nullable(),
      /** The artifact that it speaks of, if the store has it, is not collected. */
      artifactRef: z.string().max(100).optional(),
    }),
  ),
  'note.list': call<readonly AgentNote[]>('reads')(z.object({ owner: name, prefix: z.string().max(4096).default('') })),
} as const
