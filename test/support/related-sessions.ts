/** Sessions that share records in every way. */
import { conversation, type Conversation } from './conversation.ts'

/** A session with a rewind and a compaction, its fork, a resumed fork of that, a late fork, one with a sub-agent, and one that is alone. */
export const relatedSessions = (): readonly Conversation[] => {
  const first = conversation({ seed: 'first' }).human('one').runs('ls', 'a').agent('1').human('two').agent('2')
  const fork = first.fork().human('two and a half').agent('2.5')
  const resumed = fork.resume('aaaaaaaa-0000-4000-8000-000000000000').human('three').agent('3')
  first.rewind(1).human('two again').agent('2!').compacts().human('four').agent('4')
  const late = first.fork().human('five').agent('5')
  const helped = conversation({ seed: 'helped', start: '2026-02-01T09:00:00Z' })
    .human('look')
    .subagents([{ prompt: 'search', build: (agent) => agent.runs('grep x', 'y').agent('found') }])
    .agent('done')
  const alone = conversation({ seed: 'alone', start: '2026-03-01T09:00:00Z' }).human('hi').agent('hello')
  return [first, fork, resumed, late, helped, alone]
}
