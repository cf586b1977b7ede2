/** Calls that read artifacts, whatever commit they belong to. */
import { z } from 'zod'
import type { ArtifactReading, FormatView } from './artifact-views.ts'
import { call, id } from './call.ts'

export const artifactCalls = {
  'artifact.bytes': call<Uint8Array>('reads')(z.object({ ref: id })),
  /** An artifact read as a conversation; the artifact does not say its format. */
  'artifact.read': call<ArtifactReading>('reads')(
    z.object({
      ref: id,
      format: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
    }),
  ),
  'formats.list': call<readonly FormatView[]>('reads')(z.object({})),
} as const
