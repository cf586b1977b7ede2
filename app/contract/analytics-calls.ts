/** Calls that ask the tables: which questions there are, and their answers. */
import { z } from 'zod'
import { tableFormats } from '../model/sql-rows.ts'
import { chosenChains, groupings } from '../model/metric.ts'
import type { AnalyticsAnswer, AnalyticsValues, ListedQuestion } from './analytics-views.ts'
import { call, id } from './call.ts'
import type { JobView } from './signals.ts'
import { raw } from './sql-calls.ts'

const text = z.string().max(4096)

/** Milliseconds since 1970, on a quarter of an hour: facts are counted by it. */
const quarterHour = z
  .number()
  .int()
  .refine((at) => at % 900_000 === 0, 'is not on a quarter of an hour')

/** As addresses and commands give them. */
const plainNumber = z.string().regex(/^\d{1,15}(?:\.\d{1,6})?$/, 'is no number')
const wholeNumber = z.string().regex(/^\d{1,15}$/, 'is no whole number')

/** Filters that every question takes; what is left out does not restrict. */
const filters = z
  .strictObject({
    project: text.optional(),
    /** An id or its beginning. */
    session: id.optional(),
    template: text.optional(),
    model: text.optional(),
    /** From then on, that moment included. */
    since: quarterHour.optional(),
    /** Up to then, that moment left out. */
    until: quarterHour.optional(),
    chains: z.enum(chosenChains).default('both'),
  })
  .prefault({})

/** What some questions take besides. */
const parameters = z
  .strictObject({
    class: text.optional(),
    reference: text.optional(),
    type: text.optional(),
    /** Records that another session, or an earlier line, holds already. */
    copy: z.boolean().optional(),
    tool: text.optional(),
    server: text.optional(),
    outcome: text.optional(),
    compacted: z.boolean().optional(),
    trigger: text.optional(),
    /** An id or its beginning. */
    commit: id.optional(),
    /** Sessions that ran at some time of the range, whether anything happened in it or not. */
    running: z.boolean().optional(),
    /** Sessions whose first event is among those that the filters choose. */
    began: z.boolean().optional(),
    /** With `least`, `most` or `below`: prompts that led to so much of it, compactions after so much of it. */
    measure: text.optional(),
    least: plainNumber.optional(),
    most: wholeNumber.optional(),
    below: plainNumber.optional(),
    kind: text.optional(),
    /** What fills contexts: prompt, response, thinking, tool_call, tool_result, injected or summary. */
    part: text.optional(),
    failed: z.boolean().optional(),
    /** 1 for Monday to 7 for Sunday, and 0 to 23, in the zone. */
    weekday: wholeNumber.optional(),
    hour: wholeNumber.optional(),
  })
  .prefault({})

const asked = {
  name: z.string().min(1).max(100),
  by: z.enum(groupings).default('total'),
  filters,
  parameters,
  /** Rows in the order of a column; left out: in that of the question. */
  order: z.strictObject({ column: z.string().min(1).max(100), descending: z.boolean().default(false) }).optional(),
  /** IANA name of the zone that days and hours are of; left out: that of the machine. */
  zone: z.string().min(1).max(100).optional(),
}

export const analyticsCalls = {
  'analytics.list': call<readonly ListedQuestion[]>('reads')(z.object({})),
  'analytics.ask': call<AnalyticsAnswer>('reads')(z.object({ ...asked, limit: z.number().int().min(1).max(1_000_000).default(10_000) })),
  /** How many rows the whole answer has; null where the filters bar it. */
  'analytics.count': call<number | null>('reads')(z.object(asked)),
  'analytics.values': call<AnalyticsValues>('reads')(z.object({ zone: asked.zone })),
  /** A job that writes every row of an answer to a file; one that is there stays unless it is to be replaced. Its result is a SavedTable. */
  'analytics.save': call<JobView>('repeatable')(
    z.object({
      ...asked,
      format: z.enum(tableFormats),
      raw,
      path: z.string().min(1).max(4096),
      replace: z.boolean().default(false),
    }),
  ),
} as const
