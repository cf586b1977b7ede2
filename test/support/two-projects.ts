/** Two projects of different models with sub-agents, compactions, failures, MCP tools and commands, over several days. */
import { conversation, type Conversation } from './conversation.ts'

const hour = 3_600_000

export const twoProjects = (): readonly [Conversation, Conversation, Conversation] => [
  conversation({ seed: 'one', cwd: '/home/sam/garden', start: '2026-01-05T09:10:00Z' })
    .human('plant the beans in garden/beds.txt')
    .thinks('which bed is free')
    .reads('garden/beds.txt', 'bed one\nbed two')
    .agent('bed two is free')
    .calls('Bash', { command: 'false' })
    .result('last', 'Exit code 1', { error: true })
    .agent('that failed')
    .wait(10 * hour)
    .command('/model', 'opus', 'Set')
    .compacts({ trigger: 'manual' })
    .human('now water them')
    .subagent({ description: 'water', prompt: 'water bed two' }, (agent) => agent.runs('water --bed 2', 'done').agent('watered'))
    .agent('they are watered'),
  conversation({ seed: 'two', cwd: '/home/sam/boat', start: '2026-01-06T23:50:00Z', model: 'claude-sonnet-4-5-20250929' })
    .human('how tall is the mast')
    .calls('mcp__harbour__measure', { what: 'mast' })
    .wait(1500)
    .result('last', '12 m')
    .agent('twelve metres')
    .wait(30 * 60_000)
    .human('and the keel')
    .thinks('measure again')
    .calls('mcp__harbour__measure', { what: 'keel' })
    .agent('I cannot say'),
  conversation({ seed: 'three', cwd: '/home/sam/boat', start: '2026-01-07T12:00:00Z' }).human('hello').agent('hi').interrupt(),
]
