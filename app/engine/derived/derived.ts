/** A table that follows from others: what it declares, so that one scheduler makes and forgets it. */

import type { DerivedName } from '../kernel/engine-context.ts'
import type { Pace, Schedule } from './schedule.ts'

/** The smallest unit of work: usually the rows of one session. */
export interface Part {
  readonly sessionId: string
  /** How much has to be read for it, in the unit of `maxSilent`. */
  readonly size: number
}

export interface Work {
  /** False: something more urgent waits. */
  readonly mayContinue: () => boolean
  /** Gives others their turn. @throws StrataError cancelled */
  readonly pause: () => Promise<void>
}

/** Everything besides the rows of other tables that determines a table, such as rules, prices and file systems. */
export interface Given {
  /** Differs when any of it differs. */
  readonly mark: string
}

export interface Derived<P extends Part, G extends Given> {
  /** The tables that it fills, and views on them. */
  readonly tables: readonly string[]
  /** Tables that it is made from, and that are made before it. */
  readonly after?: readonly DerivedName[]
  /** When it is made while nothing waits for it, or how it follows changes by itself; undefined: it is made on request alone. */
  readonly schedule: Pace | Schedule | undefined
  /** Larger work is shown as a job: while something waits for it, and while nothing does. */
  readonly maxSilent: { readonly asked: number; readonly idle: number }
  readonly phase: string
  /** What the parts are; default: sessions. */
  readonly unit?: 'files'
  readonly summaryOf: (sessions: number) => string
  /** How often it is made for one request while rows are written meanwhile. */
  readonly maxAttempts: number
  /** Whether its batches run in turn with the jobs. Imports and jobs may then not ask for it. */
  readonly runsWithJobs: boolean
  /** Whether a running import is more urgent: then the table is made after it. */
  readonly yieldsToImports: boolean
  readonly given: () => Promise<G>
  /** Undefined: nothing is missing. No parts: only what follows from all of them. */
  readonly missing: (given: G) => Promise<readonly P[] | undefined>
  /** Parts whose contents are in memory together. */
  readonly batches: (parts: readonly P[]) => readonly (readonly P[])[]
  /** @param checkpoint ends the work when the engine closes. @throws StrataError cancelled */
  readonly begin?: (given: G, checkpoint: () => void) => Promise<void>
  /** Makes the parts of a batch, or none. @throws GaveWay */
  readonly make: (batch: readonly P[], given: G, work: Work) => Promise<void>
  readonly end?: (given: G) => Promise<void>
  /** Called when parts were made that nothing waited for. */
  readonly madeWhileIdle?: (parts: number) => void
  /** Deletes what is left of removed sessions. @throws StrataError disk-full */
  readonly forget: () => Promise<void>
  readonly close?: () => Promise<void>
}
