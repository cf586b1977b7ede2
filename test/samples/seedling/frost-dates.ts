/** Client 1.0.128: sub-agents inside the main file, a to-do list, an old compaction, titles, and a copy that goes on. */
import type { Conversation } from '../../support/conversation.ts'
import { smallTurns, turn, until, uuidOf } from '../story.ts'
import { frostSource, seedlingTalk } from './scene.ts'

interface Todo {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}

function todos(states: readonly Todo['status'][]): readonly Todo[] {
  const items = [
    ['Read the weather files', 'Reading the weather files'],
    ['Use the latest frost in nine of ten years', 'Computing the percentile'],
    ['Explain the date in the output', 'Explaining the date'],
  ] as const
  return items.map(([content, activeForm], at) => ({ content, status: states[at] ?? 'pending', activeForm }))
}

function lists(talk: Conversation, before: readonly Todo[], now: readonly Todo[]): void {
  talk.calls('TodoWrite', { todos: now })
  talk.result('last', 'Todos have been modified successfully.', { toolUseResult: { oldTodos: before, newTodos: now } })
}

function surveysStations(talk: Conversation): void {
  talk
    .agent('I let two agents look, one at the data, one at how others do it in this code.')
    .subagents([
      {
        type: 'general-purpose',
        description: 'Weather data',
        prompt: 'How many stations and years are in data/weather? Are there gaps in spring?',
        build: (agent) =>
          agent
            .thinks('Count files and lines.')
            .runs('ls data/weather | wc -l', '23')
            .runs("python -m seedling.tools.gaps data/weather --months 3-5", 'DE-0417: 2011-04 missing\nDE-0522: 2003-03, 2003-04 missing', { after: 5_200 })
            .agent('23 stations, 1991 to 2025. Two have gaps in spring: DE-0417 (April 2011) and DE-0522 (March and April 2003).'),
      },
      {
        type: 'general-purpose',
        description: 'Callers',
        prompt: 'Who calls expected_last_frost, and what do they do with the date?',
        build: (agent) =>
          agent
            .calls('Grep', { pattern: 'expected_last_frost', path: '.' })
            .result('last', 'seedling/plan.py:31:    frost = expected_last_frost(readings)\nseedling/cli.py:58:    print(expected_last_frost(readings))')
            .agent('Two callers: `plan.py:31` counts weeks back from it, `cli.py:58` prints it.'),
      },
    ])
    .agent('The data is good: 35 years, 23 stations, two small gaps. And only two places use the date.')
}

const decision = `The average is the wrong number: in **half** of all years there is frost *after* it. For tomatoes that is a coin toss.

| rule | date for station 0417 | years with later frost |
|---|---|--:|
| mean (today) | 22 April | 17 of 35 |
| latest of all | 21 May | 0 of 35 |
| **nine of ten** | 9 May | 3 of 35 |

I suggest *nine of ten*, with the option \`--risk\` for the bold.`

const summary = 'Seedling computed the last frost as the mean of 35 years, which is too early in half of all years. Agreed: the date after which frost came in at most one of ten years, with --risk to choose. seedling/frost.py has latest_frost(readings, risk); plan.py and cli.py use it. Stations DE-0417 and DE-0522 have gaps in spring; years with gaps are left out. Open: explain the date in the output, German texts.'

function firstHalf(talk: Conversation): void {
  turn(talk, 'My tomatoes froze although I sowed by the date that seedling gave me. Is the date wrong?', () => {
    talk.thinks('Look at how the date is computed.').reads('seedling/frost.py', frostSource)
    surveysStations(talk)
    talk.thinks('Mean of last frosts. By definition half of the years are later.').agent(decision)
  })
  talk.bookkeeping({ type: 'summary', summary: 'Frost date too early for tomatoes', leafUuid: talk.lastUuid })
  turn(talk, 'Nine of ten. Make a list and go.', () => {
    const none = todos([])
    const started = todos(['completed', 'in_progress'])
    lists(talk, none, started)
    talk
      .edits('seedling/frost.py', 'from statistics import mean', 'from statistics import quantiles')
      .edits('seedling/frost.py', 'def expected_last_frost(readings: list[Reading]) -> date:\n    days = [frost.timetuple().tm_yday for frost in last_frosts(readings)]\n    return date.fromordinal(date(2000, 1, 1).toordinal() + round(mean(days)))', 'def latest_frost(readings: list[Reading], risk: float = 0.1) -> date:\n    """The day after which frost comes in at most `risk` of all years."""\n    days = sorted(frost.timetuple().tm_yday for frost in last_frosts(readings))\n    cuts = quantiles(days, n=100, method="inclusive")\n    return date.fromordinal(date(2000, 1, 1).toordinal() + round(cuts[99 - round(risk * 100) - 1]))')
      .runs('python -m pytest -q tests/test_frost.py', 'F...\nFAILED tests/test_frost.py::test_leap_year - AssertionError: 2000-05-10 != 2000-05-09\n1 failed, 3 passed in 0.31s', { error: true, after: 2_600 })
      .thinks('Day of year counts from 1; adding to 1 January needs minus 1. The old code had the same error, hidden by rounding.')
      .agent('The failing test is right: day 1 of the year is 1 January itself, so one has to be subtracted. The old code was off by a day as well.')
      .edits('seedling/frost.py', 'round(cuts[99 - round(risk * 100) - 1]))', 'round(cuts[99 - round(risk * 100) - 1]) - 1)')
      .runs('python -m pytest -q', '31 passed in 1.90s', { after: 3_400 })
    lists(talk, started, todos(['completed', 'completed', 'in_progress']))
    talk.agent('Station 0417 now says **9 May** instead of 22 April. The third item, the explanation, is next.')
  })
}

function secondHalf(talk: Conversation): void {
  turn(talk, 'Go on with the explanation in the output.', () => {
    talk
      .reads('seedling/cli.py', 'def show(readings):\n    print(latest_frost(readings))\n')
      .edits('seedling/cli.py', '    print(latest_frost(readings))', '    day = latest_frost(readings, args.risk)\n    print(f"{day:%d %B}: later frost in {later_years(readings, day)} of {years(readings)} years")')
      .runs('python -m seedling frost --station 0417', '09 May: later frost in 3 of 35 years', { after: 1_900 })
      .agent('`seedling frost --station 0417` now prints:\n\n```\n09 May: later frost in 3 of 35 years\n```\n\nSo one sees what the date is worth.')
  })
  turn(talk, 'Perfect. My tomatoes thank you.', () => talk.agent('Good luck with them. If you want to be bold, `--risk 0.3` gives 1 May.'))
}

const doubts = [
  { prompt: 'Does the trend matter? Springs get warmer.', command: 'python -m seedling.tools.trend --station 0417', output: 'last frost: -2.1 days per ten years (r2 0.11)', reply: 'Two days earlier per ten years, but with so much scatter (r² 0.11) that I would not build on it. The last fifteen years alone give 7 May instead of 9 May.' },
  { prompt: 'Leave it then. What about my garden, it is 80 m higher than the station?', reply: 'About half a degree colder. From the data that is 3 to 4 days later: **12 or 13 May**. An option `--higher 80` would be easy.' },
  { prompt: 'Not now. Are years with gaps left out?', command: 'python -m pytest -q tests/test_gaps.py', output: '2 passed in 0.11s', reply: 'Yes: a spring with a missing month does not count. Two tests say so.' },
] as const

export function frostDates(): readonly Conversation[] {
  const talk = seedlingTalk('frost-dates', { version: '1.0.128', start: '2026-03-01T16:20:00.000Z' })
  firstHalf(talk)
  smallTurns(talk, doubts, 25_000)
  talk.compacts({ form: 'old', trigger: 'auto', summary })
  secondHalf(talk)
  talk.bookkeeping({ type: 'summary', summary: 'Nine of ten years: a safer frost date', leafUuid: talk.lastUuid })
  until(talk, '2026-03-03T19:05:00.000Z')
  const resumed = talk.resume(uuidOf('seedling frost-dates resumed'))
  resumed.bookkeeping({ type: 'summary', summary: 'Nine of ten years: a safer frost date', leafUuid: talk.lastUuid })
  turn(resumed, 'Can it also say it in German?', () => {
    resumed
      .calls('Grep', { pattern: 'gettext', path: 'seedling' })
      .result('last', 'No matches found')
      .writes('seedling/texts.py', 'TEXTS = {\n    "de": "{day}: späterer Frost in {later} von {years} Jahren",\n    "en": "{day}: later frost in {later} of {years} years",\n}\n')
      .runs('LANG=de_DE.UTF-8 python -m seedling frost --station 0417', '9. Mai: späterer Frost in 3 von 35 Jahren', { after: 2_000 })
      .agent('„9. Mai: späterer Frost in 3 von 35 Jahren“. It follows `LANG`; everything else stays English.')
  })
  return [talk, resumed]
}
