/** The graph of a project as hooks read it. */
import { graphVersion } from '../../agent-context/graphs/event-set.ts'
import type { ProjectFiles } from './project.ts'
import { readBytes } from './stored-text.ts'

/** Larger ones are not read: a hook has no time for them. */
const maxBytes = 128 * 1024 * 1024

/** Undefined: there is none, or it is of another version. */
export const readGraph = (files: ProjectFiles): Buffer | undefined => {
  const bytes = readBytes(files.graph)
  if (bytes === undefined || bytes.length > maxBytes) return undefined
  return bytes.subarray(0, 200).includes(`"version": ${String(graphVersion)},`) ? bytes : undefined
}
