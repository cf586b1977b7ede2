/** The store as the agent service needs it, with any owner. Every method rejects with AgentRefusal when the store refuses. */
export interface NewContext {
  readonly parent: string
  readonly commitType: string
  readonly data: Uint8Array | undefined
  readonly artifactRef: string
  readonly format: string
  readonly template: string
  readonly sessionId: string
  readonly checkpoint: string
  readonly ticketId: string
  readonly threadId: string
  readonly summary: string
  readonly messageCount: number
  readonly tokenCount: number
  readonly principal: string
  readonly machine: string
}

export interface KeptContext {
  readonly id: string
  /** Bytes of its record. */
  readonly record: Uint8Array
  /** As it is now; the record has the first. */
  readonly summary: string
  readonly parent: string
  /** As the store knows it, also where the record does not say it; undefined: not known. */
  readonly tokenCount: number | undefined
}

export interface Materialised {
  readonly artifactRef: string
  readonly format: string
  readonly contentType: string
  readonly messageCount: number
  /** Sum of the commits that say it; undefined: not one does. */
  readonly tokenCount: number | undefined
  readonly commitCount: number
  readonly content: () => Promise<Uint8Array>
}

export interface NewArtifact {
  readonly data: Uint8Array
  readonly contentType: string
  readonly label: string
  readonly description: string
  readonly owner: string
  readonly sessionId: string
}

/** A remembered text of an owner. */
export interface Note {
  readonly key: string
  readonly text: string
}

export type ObjectChange = 'activate' | 'deactivate' | 'pin' | 'unpin' | 'demote'

export interface ChangedObject {
  readonly objectId: string
  readonly on: string
  readonly level: string
  readonly pinned: boolean
  /** False: it already had this state. */
  readonly changed: boolean
}

export interface ContextObject {
  readonly id: string
  readonly type: string
  readonly level: string
  readonly pinned: boolean
  /** The line that replaces its content when it is not active. */
  readonly line: string
}

export interface ContextState {
  readonly sessionId: string
  readonly commitId: string
  readonly on: string | null
  readonly objects: readonly ContextObject[]
}

export interface ContextStore {
  /** Gives its short ref. */
  keep(artifact: NewArtifact): Promise<string>
  /** Undefined forgets. @param artifactRef is not collected as long as it is spoken of */
  remember(owner: string, key: string, text: string | undefined, artifactRef?: string): Promise<void>
  remembered(owner: string, prefix: string): Promise<readonly Note[]>
  /** Gives the id of the commit. */
  checkpoint(context: NewContext): Promise<string>
  materialise(commitId: string, stop: string, format: string): Promise<Materialised>
  show(commitId: string): Promise<KeptContext>
  describe(commitId: string, summary: string): Promise<void>
  /** The id of the last commit of a principal at or before a time; '' for none. */
  resolve(principal: string, at: string): Promise<string>
  /** The id of the newest commit of a session, captured or imported; '' for none. */
  newest(sessionId: string): Promise<string>
  /** The store's name of a session that checkpoints name; other names are returned unchanged. */
  storeName(name: string): Promise<string>
  /** Changes the working state of a fork or a captured session. */
  change(kind: ObjectChange, objectId: string, on: string): Promise<ChangedObject>
  /** The objects that an agent had met at a commit, ref or session. @param policy '': as the client had it */
  state(at: string, policy: string): Promise<ContextState>
}
