/** Sets every figure beside its target and its anchor. */
import os from 'node:os'

const mb = 1e6
const whole = (number) => Math.round(number).toLocaleString('en-US')
const ms = (time) => `${time < 10 ? time.toFixed(1) : whole(time)} ms`
const rate = (bytes, time) => `${whole(bytes / mb / (time / 1000))} MB/s`
const share = (part, all) => `${((part / all) * 100).toFixed(1)}%`
const times = (time, anchor) => (anchor === undefined ? 'not measured' : `${(time / anchor).toFixed(1)}x`)

/** The machine in one line. */
export const machine = () =>
  `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${whole(os.totalmem() / 2 ** 30)} GiB, ` +
  `${os.platform()} ${os.release()}, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}`

const besideCcusage = (time, ccusage) => (ccusage.ms === undefined ? 'n/a' : times(time, ccusage.ms))
const ccusageNote = (ccusage) => (ccusage.ms === undefined ? ccusage.reason : `ccusage ${ccusage.version}: ${ms(ccusage.ms)}`)

/** Targets of questions that have one of their own. */
const targets = { 'search.run': 'p95 100 ms' }

/** From before the line is written to the frame that shows it. */
const windowRows = (window) =>
  window.reason === undefined
    ? [
        ['  watched, seen in the chain', ms(window.chain.p50), '250 ms', `p95 ${ms(window.chain.p95)}, in the real window`],
        ['  watched, seen in the list', ms(window.list.p50), '250 ms', `p95 ${ms(window.list.p95)}, in the real window`],
        ...importingRows(window.frames.importing),
        ...readingRows(window.frames.reading),
        frameRow('frame of a timeline', 'events', window.frames.timeline),
        frameRow('frame of the log', 'commits', window.frames.log),
      ]
    : [['  watched, seen in the window', 'n/a', '250 ms', window.reason]]

const importingRows = ({ frames, p50, p95, late, asked, askedP50, askedP95 }) => [
  ['frame while importing', `p95 ${ms(p95)}`, 'p95 16 ms', `p50 ${ms(p50)}, ${whole(late)} of ${whole(frames)} came late`],
  ['  the list of sessions asked for meanwhile', `p50 ${ms(askedP50)}`, '', `p95 ${ms(askedP95)}, ${whole(asked)} times`],
]

const readingRows = (reading) => [
  [
    `a conversation of ${whole(reading.size)} records`,
    ms(reading.openMs),
    '500 ms',
    `${whole(reading.bytes / mb)} MB, to its first records`,
  ],
  frameRow('frame of a conversation, by line,', 'records', { ...reading.lines, size: reading.size }),
  frameRow('frame of a conversation, half a page at a time,', 'records', { ...reading.rush, size: reading.size }),
  ['  a text is found in it', ms(reading.findMs), '', 'in everything that is shown or folded'],
]

/** What a person sees of a first import whose list is asked for all the time. */
const seenRows = ({ firstMs, newestMs, longestGapMs, listP50, listP95, idleP50, idleP95 }) => [
  ['  first session listed', ms(firstMs), '1,000 ms', 'from the start of the process, while the list is asked for'],
  ['  newest 20 sessions listed', ms(newestMs), '2,000 ms', ''],
  ['  longest time without a new session', ms(longestGapMs), '1,500 ms', ''],
  ['  the list meanwhile, as a multiple of idle', times(listP50, idleP50), '2.0x', `p95 ${ms(listP95)}, idle ${ms(idleP95)}`],
]

/** Short commands as multiples of an empty Node process. */
const startRows = ({ nodeMs, commands }) =>
  commands.map(({ title, ms: time, target }) => [
    `strata ${title}`,
    times(time, nodeMs),
    `${target.toFixed(1)}x`,
    `${ms(time)}; node -e 0: ${ms(nodeMs)}`,
  ])

/** The main thread's part of a frame while it is zoomed, moved and scrolled. */
const frameRow = (what, unit, { size, frames, p50, p95, late }) => [
  `${what} of ${whole(size)} ${unit}`,
  `p95 ${ms(p95)}`,
  'p95 16 ms',
  `p50 ${ms(p50)}, ${whole(late)} of ${whole(frames)} came late`,
]

const fileRows = ({ lines, versions, count, blameP50, blameP95, checkoutP50, checkoutP95 }) => [
  [`blame of ${whole(lines)} lines with ${whole(versions)} versions`, ms(blameP50), '200 ms', `p95 ${ms(blameP95)}`],
  [`checkout of ${whole(count)} files`, ms(checkoutP50), '1,000 ms', `p95 ${ms(checkoutP95)}`],
]

const truthRows = (truth) =>
  truth === undefined
    ? []
    : [
        [
          'counts equal to truth.json',
          truth.differing.length === 0 ? 'all' : `${whole(truth.differing.length)} differ`,
          'all',
          `${whole(truth.totalsCompared)} totals, ${whole(truth.sessionsCompared)} figures of ${whole(truth.sessions)} sessions` +
            (truth.differing.length === 0 ? '' : `; ${truth.differing.slice(0, 5).join(', ')}`),
        ],
        ...Object.entries(headlines).map(([title, pick]) => [`  ${title}`, pick(truth.totals), '', '']),
      ]

/** The headline figures of the reference dataset, from the totals. */
const headlines = {
  'user records': (totals) => whole(totals.userRecords),
  'human prompts': (totals) => whole(totals.humanPrompts),
  compactions: (totals) => whole(totals.compactions.total),
  'most compactions in a session': (totals) => whole(totals.maxCompactionsInASession),
  'sessions with a compaction': (totals) => `${(totals.compactedShare * 100).toFixed(1)}%`,
  'responses per prompt': (totals) => totals.responsesPerPrompt.toFixed(1),
  'tool calls per prompt': (totals) => totals.toolCallsPerPrompt.toFixed(1),
  'characters out per character in': (totals) => totals.agentToHumanChars.toFixed(1),
}

const searchRows = ({ bytes }, { search, importCpuMs }) => [
  ['search index', ms(search.ms), '', `${whole(search.commits)} commits`],
  ['  its processor time', `${share(search.cpuMs, importCpuMs)} of the import`, '40%', `${(search.cpuMs / 1000).toFixed(1)} s`],
  ['  its size', share(search.bytes, bytes), '8%', `${whole(search.bytes / mb)} MB`],
]

/** A store of ten such corpora. */
const tenfoldRows = (tenfold) =>
  tenfold === undefined
    ? []
    : [
        ['ten corpora: open to session list', ms(tenfold.openMs), '1,000 ms', 'the index copied ten times, with other ids and dates'],
        ['  any question by name', ms(tenfold.p50), '20 ms, p95 60 ms', `p95 ${ms(tenfold.p95)}, ${whole(tenfold.asked)} asked`],
        ...tenfold.slowest.map(({ title, p95 }) => [`  ${title}`, '', '', `p95 ${ms(p95)}`]),
        ['  facts made', ms(tenfold.factsMs), '', 'once, of all sessions'],
      ]

/** Rows of [what, figure, target, anchor]. */
function rowsOf(corpus, anchors, figures) {
  const { bytes } = corpus
  const sizes = Object.entries(figures.sizes)
  const stored = sizes.reduce((sum, [, size]) => sum + size, 0)
  const sizeOf = (start) => sizes.filter(([name]) => name.startsWith(start)).reduce((sum, [, size]) => sum + size, 0)
  return [
    ['cat', anchors.catMs === undefined ? 'not here' : rate(bytes, anchors.catMs), '', ''],
    ['read, count lines', rate(bytes, anchors.countMs), '', ''],
    [
      'first import',
      rate(bytes, figures.importMs),
      '300 MB/s',
      `${times(figures.importMs, anchors.catMs)} cat, ${times(figures.importMs, anchors.countMs)} count`,
    ],
    ['  beside ccusage', besideCcusage(figures.importMs, anchors.ccusage), '5.5x', ccusageNote(anchors.ccusage)],
    ['  processor time', rate(bytes, figures.importCpuMs), '', `${(figures.importCpuMs / 1000).toFixed(1)} s on all cores`],
    ['  processor time over time', times(figures.importCpuMs, figures.importMs), '1.8x on two cores', ''],
    ['  peak memory', `${whole(figures.importRss / mb)} MB`, '400 MB', ''],
    ...searchRows(corpus, figures),
    ...seenRows(figures.seen),
    ...startRows(figures.starts),
    ['unchanged sync', ms(figures.syncMs), '100 ms for 1,000 files', `${whole(corpus.files.length)} files`],
    ['appended line to its row', ms(figures.appendMs), '250 ms', `p95 ${ms(figures.appendP95Ms)}`],
    ['  watched, told to its row', ms(figures.watchMs), '250 ms', `p95 ${ms(figures.watchP95Ms)}`],
    ['  of a session of 36 MB', ms(figures.largeWatchMs), '250 ms', `p95 ${ms(figures.largeWatchP95Ms)}`],
    ...windowRows(figures.window),
    [
      'idle, watching',
      `${(figures.idleCpuMsPerMinute / 1000).toFixed(2)} s CPU a minute`,
      'next to none',
      `${whole(figures.watchedFiles)} files`,
    ],
    ['open to session list', ms(figures.openMs), '1,000 ms', ''],
    ['store size', share(stored, bytes), '22%', `${whole(stored / mb)} of ${whole(bytes / mb)} MB`],
    ['  packs', share(sizeOf('packs'), bytes), '', ''],
    ['  index', share(sizeOf('index'), bytes), '', ''],
    ['  journal', share(sizeOf('journal'), bytes), '', ''],
    ['verify', rate(bytes, figures.verifyMs), '', `${times(figures.verifyMs, anchors.countMs)} count`],
    ['restore', rate(bytes, figures.restoreMs), '300 MB/s', `${times(figures.restoreMs, anchors.catMs)} cat`],
    [
      `materialise ${whole(figures.chainCommits)} commits to the root`,
      rate(figures.chainBytes, figures.chainMs),
      '300 MB/s',
      `${whole(figures.chainBytes / mb)} MB`,
    ],
    [
      '  first cached read',
      figures.chainWasKept ? ms(figures.chainKeptMs) : 'n/a: it was not kept',
      '20 ms',
      'the first question to a store just opened',
    ],
    ...fileRows(figures.files),
    ...truthRows(figures.truth),
    ...tenfoldRows(figures.tenfold),
    ...figures.questions.map(({ title, p50, p95 }) => [title, ms(p50), targets[title] ?? '20 ms, p95 60 ms', `p95 ${ms(p95)}`]),
  ]
}

/** What is measured of each program: title, field, and how it is written. Less is better in all of them. */
const peerMeasures = [
  ['first import', 'importMs', ms],
  ['  processor time', 'importCpuMs', (time) => `${(time / 1000).toFixed(1)} s`],
  ['  peak memory', 'importPeakBytes', (bytes) => `${whole(bytes / mb)} MB`],
  ['size of what is stored', 'storedBytes', (bytes) => `${(bytes / mb).toFixed(1)} MB`],
  ['--version', 'startMs', ms],
  ['list of sessions', 'listMs', ms],
]

/** The programs that need less than Strata, the best first, with Strata's multiple of theirs. One that stores nothing is not compared. */
function betterText(field, strata, peers) {
  const better = peers.filter((peer) => peer[field] > 0 && peer[field] < strata[field]).sort((one, other) => one[field] - other[field])
  return better.length === 0 ? '—' : better.map((peer) => `${(strata[field] / peer[field]).toFixed(1)}x ${peer.name}`).join(', ')
}

const peerCell = (program, field, text) => {
  if (program[field] === undefined) return 'n/a'
  return field === 'storedBytes' && program[field] === 0 ? 'none' : text(program[field])
}

/** Strata beside the other programs, one column each; the last column shows where Strata is behind. */
export function peersText(corpus, [strata, ...peers]) {
  const present = [strata, ...peers].filter(({ reason }) => reason === undefined)
  const others = present.filter((program) => program !== strata)
  const rows = [
    [
      'what',
      ...present.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`)),
      'Strata as a multiple of better ones',
    ],
    ...peerMeasures.map(([title, field, text]) => [
      title,
      ...present.map((program) => peerCell(program, field, text)),
      strata.reason === undefined ? betterText(field, strata, others) : '',
    ]),
  ]
  const notes = [strata, ...peers].flatMap(({ name, reason, note, noList }) => [
    ...(reason === undefined ? [] : [`${name}: not measured: ${reason}`]),
    ...(note === undefined ? [] : [`${name}: ${note}`]),
    ...(noList === undefined ? [] : [`${name}: no list of sessions: ${noList}`]),
  ])
  const size = `${whole(corpus.files.length)} files, ${whole(corpus.bytes / mb)} MB`
  return [`machine: ${machine()}`, `corpus: ${corpus.name} (${size})`, '', ...tableLines(rows), '', ...notes, ''].join('\n')
}

/** Rows as lines with aligned columns. */
function tableLines(rows) {
  const widths = rows[0].slice(0, -1).map((_, at) => Math.max(...rows.map((row) => row[at].length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The report as text. */
export function reportText(corpus, anchors, figures) {
  const lines = tableLines([['what', 'figure', 'target', 'beside it'], ...rowsOf(corpus, anchors, figures)])
  const { records, sessions } = figures.imported
  const size = `${whole(corpus.files.length)} files, ${whole(corpus.bytes / mb)} MB, ${whole(sessions)} sessions, ${whole(records)} records`
  return [`machine: ${machine()}`, `corpus: ${corpus.name} (${size})`, '', ...lines, ''].join('\n')
}
