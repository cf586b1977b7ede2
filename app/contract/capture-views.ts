/** How agents reach the store, and which are captured now. Times in milliseconds since 1970. */

/** An agent whose words are taken in while it runs. */
export interface CaptureView {
  readonly startedAt: number
  readonly pid: number
  /** What was read of it and waits in its spool or is committed already, bytes. */
  readonly bytes: number
  /** False: its process is gone; what it had read is brought in when the store is opened next. */
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
