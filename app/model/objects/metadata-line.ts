/** An object in one line: how an agent sees what is in its metadata pool and not active. */
import type { ObjectType } from './object-identity.ts'
import { oneLine } from '../format/one-line.ts'
import { callStatus } from './object-payload.ts'

export interface NamedObject {
  readonly id: string
  readonly type: ObjectType
  /** The path of a file, or the subject of a call. */
  readonly name: string
  /** The tool of a call; null for other objects. */
  readonly tool: string | null
  /** Whether the call failed; null: it has no result. */
  readonly failed: boolean | null
}

export const metadataLine = ({ id, type, name, tool, failed }: NamedObject): string =>
  type === 'toolcall'
    ? `toolcall_ref id=${id} tool=${tool ?? ''} status=${callStatus(failed)} ${oneLine(name)}`.trimEnd()
    : `${type} id=${id} ${oneLine(name)}`
