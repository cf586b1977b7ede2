/** What differs between the Claude Code versions whose transcripts the builder imitates. */

export type ClientVersion = '1.0.128' | '2.0.76' | '2.1.42' | '2.1.330'

/** Where the messages of a sub-agent are kept. `progress`: only inside the main file's agent_progress records. */
export type AgentLayout = 'inline' | 'flat' | 'nested' | 'progress'

export interface Client {
  readonly version: ClientVersion
  /** Whether cwd, sessionId, version… stand before the record's own fields or after them. */
  readonly envelope: 'leading' | 'trailing'
  readonly agentTool: 'Task' | 'Agent'
  readonly agentLayout: AgentLayout
  /** The parent of a tool result: its own call, or simply the row before it (clients up to 2.0). */
  readonly resultParent: 'own-call' | 'previous-row'
  /** Whether a plan name (`slug`) is on the rows. */
  readonly hasPlanName: boolean
  /** Whether rows name the prompt they belong to and who typed it. */
  readonly hasPromptSource: boolean
  /** Whether a result names the row of its call. */
  readonly namesResultSource: boolean
  /** Separates number and text in what the Read tool answers. */
  readonly lineNumber: (line: number) => string
  /** What the rows of one reply say before its last block arrived. */
  readonly partialReply: 'same-usage' | 'small-usage'
  readonly agentIdLength: number
}

const padded = (line: number): string => `${String(line).padStart(6)}→`

const oldest: Client = {
  version: '1.0.128',
  envelope: 'leading',
  agentTool: 'Task',
  agentLayout: 'inline',
  resultParent: 'previous-row',
  hasPlanName: false,
  hasPromptSource: false,
  namesResultSource: false,
  lineNumber: padded,
  partialReply: 'same-usage',
  agentIdLength: 0,
}

const clients: Readonly<Record<ClientVersion, Client>> = {
  '1.0.128': oldest,
  '2.0.76': { ...oldest, version: '2.0.76', agentLayout: 'flat', hasPlanName: true, agentIdLength: 7 },
  '2.1.42': {
    ...oldest,
    version: '2.1.42',
    agentLayout: 'nested',
    resultParent: 'own-call',
    hasPlanName: true,
    namesResultSource: true,
    partialReply: 'small-usage',
    agentIdLength: 7,
  },
  '2.1.330': {
    ...oldest,
    version: '2.1.330',
    envelope: 'trailing',
    agentTool: 'Agent',
    agentLayout: 'nested',
    resultParent: 'own-call',
    hasPromptSource: true,
    namesResultSource: true,
    lineNumber: (line) => `${String(line)}\t`,
    agentIdLength: 17,
  },
}

export function clientOf(version: ClientVersion): Client {
  return clients[version]
}
