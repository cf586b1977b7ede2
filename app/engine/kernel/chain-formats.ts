/** Every format of a chain: those of Strata, of the reference, and one for the lines of each agent. */
import { agents, transcriptFormat } from '../../../importer/agents.ts'
import { bureauAgentV1 } from '../../bureau/bureau-agent-v1/bureau-agent-v1.ts'
import { claudeCodeV1 } from '../../chains/formats/claude-code-v1/claude-code-v1.ts'
import { eventsV1 } from '../../chains/formats/events-v1/events-v1.ts'
import { linesFormat } from '../../chains/formats/lines-format.ts'
import { formatRegistry } from '../../chains/formats/registry.ts'

export const formats = formatRegistry([
  eventsV1,
  bureauAgentV1,
  ...agents.map(({ format, lines: { readEvents } }) =>
    format === transcriptFormat ? claudeCodeV1(readEvents) : linesFormat(format, readEvents),
  ),
])
