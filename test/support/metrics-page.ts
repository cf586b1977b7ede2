/** The page that defines every metric, written from the texts of the metrics. */
import { metricCatalog } from '../../app/analytics/metrics/metric-catalog.ts'
import { headerOf, type Metric } from '../../app/analytics/metrics/metric.ts'

const opening = `# Metrics

Every metric of \`strata ask NAME\`. A test writes this page from the texts of the metrics (\`app/analytics/metrics/*.sql\`, \`*-metrics.ts\`) and compares the two; \`docs/ask.md\` explains the command.

- **Counting.** Copies are excluded: a record that another session, or an earlier line, already contains counts once, for the session that has the original. Only \`ledger\`, \`records\` and \`reference\` count every line of the files, so that they reconcile with them.
- **Model of an event that has none** (a prompt, a tool's result, a compaction): the model that replies next in its chain, else the last before; \`(none)\` where no model replies. Replies that the client made up (\`<synthetic>\`) do not count. Numbers are counted by this rule, and \`--model\` filters lists of records and events by the same: with it every answer says how much is of no model, and \`--model "(none)"\` shows it.
- **A reply** is counted once in the whole store: the records with one message id and request id, else one message id, else one uuid. Its usage is from its most complete record: of the records in which all four counts are available, the one with the greatest output tokens (the last, if several are equal). It belongs to the session in which it first appears. A reply without usage has responses and tool calls, but is in no number of replies, tokens, contexts or costs.
- **A count that is not valid** (negative, a fraction, a text, more than 2^63 − 1) is not available and is listed by \`strata problems\`; the other counts of the reply remain, and the cost is that of the remaining counts. Larger integers than 2^53 − 1 are exact; JSON has them as text.
- **Further requests.** The counts of a reply are the sum of its \`usage.iterations\` of type \`message\`. Iterations of other types, such as \`advisor_message\`, are separate requests: each counts as one reply of its model, at that model's prices, and is no part of a context's size. Where the sum shows that the counts include them, they are split off.
- **Understated output tokens.** Some clients write the usage of the stream's beginning only. Replies whose output tokens are too small, by the client's version or because a record contains more text than its tokens can be (\`importer/claude-code/understated-outputs.json\`), are counted beside tokens and costs.
- **Human prompts** have one definition: events of kind \`prompt\` whose class is \`human_prompt\` or \`queued_prompt\`, copies excluded. \`stats\`, \`sessions\`, \`amplification\`, \`turns\`, \`activity-hours\`, \`days\`, commits and the marks of a timeline count these. Other counts of that name differ by what they say: \`ledger\` lists records by class, copies included, and says how they add up: typed + queued - copies = human prompts; the part \`prompt\` of \`context-fill\` adds commands, shell lines and the prompts of sub-agents, since they fill contexts; \`reference\` follows the rules of the design; slash commands and shell lines are counted apart as commands, in sessions, commits and the timeline.
- **Responses** are text blocks. \`amplification\` divides all of them, sub-agents' included, by human prompts; with \`--main\`, and in \`turns\` and \`amplification-spread\`, only those of main chains. Responses of sub-agents, and those before the first prompt, are in no turn.
- **Errors.** \`errors\` are failed requests and failed tool results, in a session (list, page and \`ask sessions\`) and in a commit. \`ask sessions\` has the two parts as \`failed_requests\` and \`failed_results\`; the list of sessions has the second part as \`tool_errors\`. A call that was refused, or that a person stopped, is in none of these: it has its own column, and a commit's summary names it apart.
- **Rework** is charged to the prompt for which lines were written. In 171 real sessions 45,284 lines were followed to the end of their session: 38,551 survive, 2,475 were changed for the same prompt, 4,143 by agents for a later one, and 115 were gone otherwise; for each of the 2,445 changes the numbers add up. Seven cases were read by hand in the transcripts, all as counted: two files that agents deleted (202 and 188 lines), 306 lines of tests that an edit of an agent removed, and lines that were gone after \`git stash\` and after a formatter (46, 32 and 17), which an agent saw only for a later prompt than that of the command.
- **Growth of a context.** In the same sessions it is known for 940 of 1,154 prompts; a compaction lies in 44. The five that were read by hand are as recorded: one grew from 46,043 to 147,484 tokens in 47 replies, one shrank from 113,063 to 70,157 because the session continued sixteen hours later without a part of its context.
- **Waiting** for a person (an approval, \`AskUserQuestion\`, \`ExitPlanMode\`) is a separate state and not time of the tool. It is recorded where the client names who decided; else it is a guess: the part of a call that is longer than the duration that the client notes, or than the tool can run (\`importer/claude-code/tool-limits.json\`).
- **A clock that went back** by five minutes or more in a file makes no idle time and no negative duration. The chain gives the order. The time at such a jump, and a stretch of five minutes or more that other records of the chain contradict, are unknown: lengths and states do not count them. A record that is no event, such as the progress of a tool, does not count where its time is off by five minutes or more from the events around it.
- **Time.** Facts are counted by quarters of an hour, which every time zone's days are made of: ranges of dates begin and end on one, or are refused. Events without a time are in no range, and the answer says how many those are.
- **Chains.** \`--main\` counts main chains, \`--sidechains\` those of sub-agents. Metrics of main chains only are n/a for sub-agents.
- **n/a** is never zero: where a value is not known the answer says why.
- **Citing.** \`strata ask NAME --about\` prints what an answer is: the version of the program and of its rules, the metric with the definition of each column, filters, time zone, SQL with the prices that were used, and the corpus: the number of sessions that the filters for sessions choose, and a SHA-256 hash of their ids and contents (files, made commits, corrected classes). The same sessions in another store have the same hash. \`--out\` and \`--parquet\` save it with the rows. Its \`sentence\` is for a section about methods, for example: “Computed with Strata 0.1.0 (rules 43), metric “tools” by project with since = 2026-01-01T00:00:00.000Z, time zone UTC, over 171 sessions (corpus 0123456789abcdef); docs/metrics.md defines every column.” The hash covers what is read, not the machine; two answers with the same program, rules, filters and corpus have the same numbers, except costs by other prices (the SQL contains them), endings of the last half hour, and states of files on disk.
- **Captured sessions** (made commits) count as long as the transcript of the same session is not imported.
`

const columnsOf = ({ columns }: Metric): readonly string[] =>
  Object.entries(columns).map(([name, { label, unit, means, absent }]) => {
    const missing = absent === undefined ? '' : ` n/a when ${absent}.`
    return `- \`${name}\` ${label} (${unit}): ${means}${missing}`
  })

const section = ([name, metric]: readonly [string, Metric]): string => {
  const { title, row } = headerOf(metric.sql)
  const grouping = metric.groupings.length === 0 ? [] : [`Rows can be grouped by ${metric.groupings.join(', ')}.`]
  const needs = (metric.needs ?? []).map((need) => `Needs a ${need}.`)
  const takes =
    metric.parameters === undefined ? [] : [`Takes ${metric.parameters.map((one) => `\`${one}\``).join(', ')} besides the filters.`]
  const cannot = Object.entries(metric.cannot ?? {}).map(([filter, why]) => `Not by ${filter}: ${why}.`)
  const notes = (metric.notes ?? []).map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`)
  return [
    `## ${name}`,
    '',
    `${title} ${row}`,
    '',
    ...[...grouping, ...needs, ...takes, ...cannot, ...notes].flatMap((text) => [text, '']),
    ...columnsOf(metric),
  ].join('\n')
}

export const metricsPage = (): string => `${opening}\n${Object.entries(metricCatalog).map(section).join('\n\n')}\n`
