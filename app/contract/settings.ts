/** Settings of a store on this machine. */
import { z } from 'zod'
import { granularity, type Granularity } from '../model/granularity.ts'
import { maxPrivateWords, privateWord } from '../model/private-word.ts'
import { call, noRows } from './call.ts'

/** Bytes of the packs that a store is to have at most. */
export const maxBytes = z.number().int().min(1)

export const keepDays = z.number().int().min(0).max(100_000)

export interface SettingsView {
  /** The file that holds them. */
  readonly file: string
  /** The fault of the file, as text; null: none. */
  readonly fault: string | null
  /** How fine sessions that are new are cut. */
  readonly granularity: Granularity
  /** Retention in days: what was required within this time is not collected. */
  readonly keepDays: number
  /** Size limit of the packs; null: none. */
  readonly maxBytes: number | null
  /** After how many days without use an ephemeral session expires. */
  readonly ephemeralDays: number
  /** Texts that are redacted in exports, even if they look like no secret; see `model/private-word.ts`. */
  readonly privateWords: readonly string[]
  /** Kinds of secrets that are found automatically, for example “GitHub token”. */
  readonly secretKinds: readonly string[]
  /** The program that answers and what it stands on: name → version. */
  readonly versions: Readonly<Record<string, string>>
}

export const settingsCalls = {
  'settings.show': call<SettingsView>('reads', noRows)(() => z.object({})),
  /** An omitted setting stays unchanged; null restores its default. */
  'settings.change': call<SettingsView>(
    'repeatable',
    noRows,
  )(() =>
    z.object({
      granularity: granularity.nullable().optional(),
      keepDays: keepDays.nullable().optional(),
      maxBytes: maxBytes.nullable().optional(),
      ephemeralDays: keepDays.nullable().optional(),
      addWords: z.array(privateWord).max(maxPrivateWords).default([]),
      removeWords: z.array(z.string().max(1000)).max(maxPrivateWords).default([]),
    }),
  ),
} as const
