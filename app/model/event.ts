/** One event of the format events-v1, field by field (events-v1 §1.3 and §1.4). */
import { z } from 'zod'

/** JSON text as its bytes, kept exactly as it came. */
const rawJson = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const count = z.number().int()

const payloads = {
  prompt: z.object({ source: z.string().default(''), content: z.string().default('') }),
  // The model is Strata's own field: the reference has no place for it, and leaves it out when it reads.
  response: z.object({ content: z.string().default(''), model: z.string().optional() }),
  thinking: z.object({ content: z.string().default(''), signature: z.string().optional(), model: z.string().optional() }),
  tool_call: z.object({
    id: z.string().optional(),
    name: z.string().default(''),
    input: rawJson.nullish(),
    server_tool: z.boolean().optional(),
    model: z.string().optional(),
  }),
  tool_result: z.object({ id: z.string().optional(), output: z.string().optional(), is_error: z.boolean().optional() }),
  system: z.object({ message: z.string().optional(), subtype: z.string().default(''), metadata: rawJson.nullish() }),
  metric: z.object({
    status: z.string().optional(),
    /** US dollars. */
    cost_usd: z.number().optional(),
    turn_count: count.optional(),
    input_tokens: count.optional(),
    output_tokens: count.optional(),
    duration_seconds: z.number().optional(),
    cache_read_tokens: count.optional(),
    cache_write_tokens: count.optional(),
    model: z.string().optional(),
    /** Also Strata's own: why the last reply stopped, as the service says it. */
    stop_reason: z.string().optional(),
  }),
  error: z.object({ message: z.string().default('') }),
  output: z.object({ raw: rawJson.nullable().default(null) }),
} as const

/** Seconds since 1970; whole ones when written, with a fraction perhaps when read; null: not known. */
const timestamp = z.number().nullable()

/** The payload stands under the name of the type; one that is not there reads as one with nothing in it. */
const eventOf = <T extends keyof typeof payloads, P extends z.ZodObject>(type: T, payload: P) =>
  z.object({ type: z.literal(type), timestamp, payload }).readonly()

export const event = z.discriminatedUnion('type', [
  eventOf('prompt', payloads.prompt),
  eventOf('response', payloads.response),
  eventOf('thinking', payloads.thinking),
  eventOf('tool_call', payloads.tool_call),
  eventOf('tool_result', payloads.tool_result),
  eventOf('system', payloads.system),
  eventOf('metric', payloads.metric),
  eventOf('error', payloads.error),
  eventOf('output', payloads.output),
])
export type Event = z.infer<typeof event>
