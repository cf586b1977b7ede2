/** The record that the blocks of an entry come from: whole texts are read there. */
import { createContext } from 'react'

export interface EntrySource {
  /** null: the record is of a commit that was amended away. */
  readonly sourceId: string | null
  readonly line: number
}

export const EntrySourceContext = createContext<EntrySource>({ sourceId: null, line: 1 })
