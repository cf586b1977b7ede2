/** strata show: one commit, its record and its conversation. */
import type { CommitDetail } from '../../contract/commits.ts'
import type { CommitReading } from '../../contract/reader.ts'
import { commitText } from '../text/commit-text.ts'
import { conversationText } from '../text/conversation-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import type { DefineCommand } from './command.ts'

interface Options {
  readonly full?: boolean
}

const pageSize = 1_000

/** All items of a commit, a page at a time. */
async function* readings(ask: Strata['ask'], commitId: string): AsyncGenerator<CommitReading> {
  for (let offset = 0; ;) {
    const reading = await ask('commit.read', { commitId, offset, limit: pageSize })
    yield reading
    offset += reading.items.length
    if (reading.items.length === 0 || offset >= reading.total) return
  }
}

const showJson = async ({ ask, terminal }: Strata, detail: CommitDetail): Promise<void> => {
  const items: CommitReading['items'][number][] = []
  let last: CommitReading | undefined
  for await (const reading of readings(ask, detail.commit.commitId)) {
    items.push(...reading.items)
    last = reading
  }
  const definition = await ask('agent.definition', { commitId: detail.commit.commitId })
  await terminal.print(
    jsonText({ ...detail, definition, items, bookkeeping: last?.bookkeeping ?? [], compaction: last?.compaction ?? null }),
  )
}

const showText = async ({ ask, terminal }: Strata, detail: CommitDetail, full: boolean): Promise<void> => {
  let isFirst = true
  for await (const reading of readings(ask, detail.commit.commitId)) {
    if (isFirst)
      await terminal.print(commitText(detail, reading, await ask('agent.definition', { commitId: detail.commit.commitId }), terminal))
    await terminal.print(conversationText(reading.items, full, terminal))
    isFirst = false
  }
}

export const showCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', 'commit, ref or session; a unique id prefix is enough')
    .option('--full', 'complete tool results and thinking')
    .action((name: string, { full }: Options) =>
      run.withEngine(async (strata) => {
        const detail = await strata.ask('commit.show', { commitId: name })
        await (strata.json ? showJson(strata, detail) : showText(strata, detail, full === true))
        return undefined
      }),
    )
