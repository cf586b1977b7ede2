/** The formats that a store knows, by id. */
import { StrataError } from '../../model/failure.ts'
import type { ChainFormat } from './chain-format.ts'

export interface FormatRegistry {
  readonly all: readonly ChainFormat[]
  /** Undefined for a format that is kept, but not known. */
  readonly find: (id: string) => ChainFormat | undefined
  /** @throws StrataError invalid-input */
  readonly get: (id: string) => ChainFormat
}

export const formatRegistry = (all: readonly ChainFormat[]): FormatRegistry => {
  const find = (id: string): ChainFormat | undefined => all.find((format) => format.id === id)
  return {
    all,
    find,
    get: (id) => {
      const format = find(id)
      if (format !== undefined) return format
      const known = all.map((one) => one.id)
      throw new StrataError('invalid-input', `Unknown format “${id}”: use one of ${known.join(', ')}`, { format: id, known })
    },
  }
}
