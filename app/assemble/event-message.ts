/** Layer 3: what happens now. It changes with every turn, so it follows everything that the prompt cache can keep. */
import type { AgentRole, AssembledMessage, GivenEvent } from '../contract/assemble.ts'
import { contentHash } from './content-hash.ts'
import type { Memory } from './memory.ts'

/** What stands before the words of a message. */
interface Beside {
  readonly memory: Memory
  /** What a policy shows here in place of the history; '': nothing. */
  readonly chosen: string
}

/** Layer 3. */
export const eventMessage = (event: GivenEvent, role: AgentRole, { memory, chosen }: Beside): AssembledMessage => {
  const { content, time, timezone = 'UTC', platform, platformActions = [], hooks = [], attachments = [] } = event
  const place = role === 'manager' && platform !== undefined
  const lines = [
    ...(time === undefined ? [] : [`Current time: ${new Date(time).toISOString()}`]),
    `Timezone: ${timezone}`,
    ...(place ? [`Platform: ${platform}`] : []),
    ...(place && platformActions.length > 0 ? [`Available actions: ${platformActions.join(', ')}`] : []),
    ...hooks.map((hook) => `${hook.name}:\n${hook.content}`),
    ...attachments.map(({ path, lines: part }) => `Attached: ${path}${part === undefined ? '' : `, lines ${part[0]} to ${part[1]}`}`),
    ...[memory.text, chosen].filter((text) => text !== ''),
  ]
  return {
    role: 'user',
    content: [{ type: 'text', text: `${lines.join('\n')}\n\n${content}` }],
    contextJson: {
      event: { platform: platform ?? null, hookCount: hooks.length, time: time ?? null },
      hooks: hooks.map((hook) => ({ name: hook.name, hash: contentHash(hook.content) })),
      attachments,
      memory: memory.text === '' ? null : { hash: contentHash(memory.text), cited: memory.cited },
      beside: chosen === '' ? null : contentHash(chosen),
    },
  }
}
