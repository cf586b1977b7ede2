/** Messages between the main process and the engine's process. */
import type { EngineCallName } from '../app/contract/calls.ts'
import type { Signal } from '../app/contract/signals.ts'
import type { FromSqlProcess, ToSqlProcess } from '../app/engine/sql/sql-process-messages.ts'
import type { Failure } from '../app/model/failure.ts'
import type { PackedEnvelope } from './pack-envelope.ts'

export type ToEngine =
  | { readonly kind: 'call'; readonly id: number; readonly name: EngineCallName; readonly input: unknown }
  | { readonly kind: 'sqlAnswer'; readonly id: number; readonly answer: FromSqlProcess }
  | { readonly kind: 'sqlEnded'; readonly id: number; readonly code: number }
  /** Finish what must be finished, close the store and exit. */
  | { readonly kind: 'close' }

export type FromEngine =
  /** `owner`: the other program that holds the store. */
  | { readonly kind: 'ready'; readonly owner: string | undefined }
  /** Another program holds the store from now on; undefined: this engine does. */
  | { readonly kind: 'owner'; readonly owner: string | undefined }
  /** The store cannot be had, or not any more; the process exits after saying so. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answer'; readonly id: number; readonly envelope: PackedEnvelope }
  | { readonly kind: 'signal'; readonly signal: Signal }
  /** Only main can start a process: it starts one for SQL, gives it its task, and ends it. */
  | { readonly kind: 'sqlStart'; readonly id: number }
  | { readonly kind: 'sqlRun'; readonly id: number; readonly message: ToSqlProcess }
  | { readonly kind: 'sqlKill'; readonly id: number }
  /** An unexpected error, described without content. */
  | { readonly kind: 'fault'; readonly description: string }
