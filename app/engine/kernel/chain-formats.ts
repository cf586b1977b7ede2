/** Every format of a chain. Another agent's format is a folder with an implementation of ChainFormat, and an entry here. */
import { readEvents } from '../../../importer/claude-code/read-events.ts'
import { bureauAgentV1 } from '../../bureau/bureau-agent-v1/bureau-agent-v1.ts'
import { claudeCodeV1 } from '../../chains/formats/claude-code-v1/claude-code-v1.ts'
import { eventsV1 } from '../../chains/formats/events-v1/events-v1.ts'
import { formatRegistry } from '../../chains/formats/registry.ts'

export const formats = formatRegistry([eventsV1, bureauAgentV1, claudeCodeV1(readEvents)])
