/** Calls for what a person chose for a store on this machine. */
import { z } from 'zod'
import { granularity } from '../model/granularity.ts'
import { mostPrivateWords, privateWord } from '../model/private-word.ts'
import { call } from './call.ts'
import type { SettingsView } from './settings-views.ts'

export const keepDays = z.number().int().min(0).max(100_000)

export const settingsCalls = {
  'settings.show': call<SettingsView>('reads')(z.object({})),
  /** What is left out stays as it is; null: as usual again. */
  'settings.change': call<SettingsView>('repeatable')(
    z.object({
      granularity: granularity.nullable().optional(),
      keepDays: keepDays.nullable().optional(),
      addWords: z.array(privateWord).max(mostPrivateWords).default([]),
      removeWords: z.array(z.string().max(1000)).max(mostPrivateWords).default([]),
    }),
  ),
} as const
