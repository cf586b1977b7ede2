/** What the agent service keeps that is no commit. */

export interface KeptArtifact {
  readonly artifactRef: string
  readonly artifactHash: string
  readonly bytes: number
}

export interface AgentNote {
  readonly key: string
  readonly text: string
}
