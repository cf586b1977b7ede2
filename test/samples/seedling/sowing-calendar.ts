/** Client 2.0.76: sub-agents in files beside the session, warm-up agents that nobody asked for, and a manual compaction. */
import { projectFolder } from '../../support/transcript/session.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { smallTurns, turn, uuidOf } from '../story.ts'
import { seedlingDir, seedlingTalk } from './scene.ts'

const calendar = `| crop | sow indoors | plant out |
|---|---|---|
| tomato | 8 weeks before | 1 week after |
| pepper | 10 weeks before | 2 weeks after |
| pumpkin | 4 weeks before | 1 week after |
| lettuce | 6 weeks before | 3 weeks **before** |`

const summary = `1. Request: a sowing calendar as a table in the terminal and as an iCalendar file.
2. Done: seedling/crops.toml with 14 crops (weeks relative to the last frost), seedling/calendar.py, tests.
3. Decided: weeks, not days; unknown crops are an error that suggests the nearest name.
4. Open: iCalendar export.`

function looksUp(talk: Conversation): void {
  talk
    .thinks('Two lookups that do not depend on each other.')
    .agent('I ask two agents: what the code has, and what the crop list has.')
    .subagents([
      {
        type: 'Explore',
        model: 'claude-haiku-4-5-20251001',
        description: 'Existing plan code',
        prompt: 'What does seedling/plan.py compute, and what does it leave out?',
        agentId: 'a3f09c1',
        build: (agent) =>
          agent
            .reads('seedling/plan.py', 'def weeks_before(frost, weeks):\n    return frost - timedelta(weeks=weeks)\n')
            .agent('`plan.py` has one function, `weeks_before`. There is no list of crops and no output.'),
      },
      {
        type: 'general-purpose',
        description: 'Crop list',
        prompt: 'Read docs/crops.md and list for each crop when to sow and to plant, in weeks from the last frost.',
        agentId: 'a77be20',
        build: (agent) =>
          agent
            .thinks('The document is a long list; pull out the weeks.')
            .calls('Bash', { command: "grep -n 'weeks' docs/crops.md | wc -l" })
            .result('last', '28')
            .agent(calendar),
      },
    ])
    .agent(`Fourteen crops are described in \`docs/crops.md\`, for example:\n\n${calendar}\n\nI would move them to \`crops.toml\`, so that gardeners can add their own.`)
}

const wishes = [
  { prompt: 'Group it by month.', command: 'python -m seedling calendar --frost 05-09 --by month | head -5', output: 'February\n  28  sow    pepper\nMarch\n  14  sow    tomato\n  28  sow    lettuce', reply: 'With `--by month`; the list without it stays as it was.' },
  { prompt: 'What if I write "tomatos"?', command: 'python -m seedling calendar --crop tomatos', output: 'no crop "tomatos"; did you mean tomato?', fails: true, reply: 'It asks back: *did you mean tomato?* and ends with exit code 2.' },
] as const

/** An agent that the client starts on its own at the beginning; its two lines name two different sessions. */
function warmUp(agentId: string, emptySession: string, session: string): readonly [string, Buffer] {
  const talk = conversation({ version: '2.0.76', cwd: seedlingDir, sessionId: emptySession, seed: agentId, start: '2026-02-27T18:00:01.000Z' })
  const agent = talk.subagent({ layout: 'flat', prompt: 'Warmup', agentId }, (warming) => warming.agent('I am ready to help with searches in this repository.'))
  const path = `${projectFolder(seedlingDir)}/agent-${agentId}.jsonl`
  const [prompt = '', reply = ''] = (agent.files().get(path)?.toString() ?? '').split('\n')
  return [path, Buffer.from(`${prompt}\n${reply.replace(emptySession, session)}\n`)]
}

export function sowingCalendar(): ReadonlyMap<string, Buffer> {
  const talk = seedlingTalk('sowing-calendar', { version: '2.0.76', start: '2026-02-27T18:00:00.000Z', model: 'claude-opus-4-5-20251101' })
  turn(talk, 'I want a calendar: which crop to sow in which week, from the frost date. What do we have for that?', () => looksUp(talk))
  turn(talk, 'Yes, crops.toml. And a table in the terminal.', () => {
    talk
      .writes('seedling/crops.toml', '[tomato]\nsow = -8\nplant = 1\n\n[pepper]\nsow = -10\nplant = 2\n\n[pumpkin]\nsow = -4\nplant = 1\n\n[lettuce]\nsow = -6\nplant = -3\n')
      .writes('seedling/calendar.py', 'import tomllib\nfrom datetime import date, timedelta\nfrom pathlib import Path\n\nCROPS = tomllib.loads((Path(__file__).parent / "crops.toml").read_text())\n\n\ndef calendar(frost: date) -> list[tuple[date, str, str]]:\n    """What to do when, earliest first."""\n    steps = [\n        (frost + timedelta(weeks=weeks), crop, action)\n        for crop, times in CROPS.items()\n        for action, weeks in times.items()\n    ]\n    return sorted(steps)\n')
      .parallel([
        { tool: 'Bash', input: { command: 'python -m pytest -q', description: 'Tests' }, result: '35 passed in 2.02s', after: 3_000 },
        { tool: 'Bash', input: { command: 'python -m seedling calendar --frost 05-09 | head -4' }, result: '28 Feb  sow    pepper\n14 Mar  sow    tomato\n28 Mar  sow    lettuce\n11 Apr  sow    pumpkin' },
      ])
      .agent('The first four lines of your spring:\n\n```\n28 Feb  sow    pepper\n14 Mar  sow    tomato\n28 Mar  sow    lettuce\n11 Apr  sow    pumpkin\n```\n\nSo the peppers are due **tomorrow**.')
  })
  smallTurns(talk, wishes, 9_000)
  talk.compacts({ trigger: 'manual', summary })
  turn(talk, 'Then quickly the iCalendar file, so that my phone reminds me.', () => {
    talk
      .thinks('iCalendar is text: VEVENT with DTSTART;VALUE=DATE. Lines end with CRLF.')
      .writes('seedling/ical.py', 'def event(day, crop, action):\n    return f"BEGIN:VEVENT\\r\\nUID:{action}-{crop}-{day:%Y}@seedling\\r\\nDTSTART;VALUE=DATE:{day:%Y%m%d}\\r\\nSUMMARY:{action} {crop}\\r\\nEND:VEVENT\\r\\n"\n')
      .runs('python -m seedling calendar --frost 05-09 --ical > spring.ics && grep -c VEVENT spring.ics', '56', { after: 1_700 })
      .agent('`spring.ics` has 28 events (the 56 lines are their beginnings and ends). Import it once; running the command again gives the same ids, so nothing doubles.')
  })
  const empty = uuidOf('seedling empty session')
  const beside = [warmUp('ac04d1e', empty, talk.sessionId), warmUp('a9be310', empty, talk.sessionId)] as const
  return new Map([...talk.files(), ...beside, [`${projectFolder(seedlingDir)}/${empty}.jsonl`, Buffer.alloc(0)]])
}

/** One question, one answer. */
export function oneQuestion(): readonly Conversation[] {
  const talk = seedlingTalk('one-question', { version: '2.0.76', start: '2026-02-28T07:15:00.000Z', model: 'claude-haiku-4-5-20251001' })
  turn(talk, 'What does tm_yday start with, 0 or 1?', () => talk.agent('With **1**: 1 January has `tm_yday == 1`.'))
  return [talk]
}
