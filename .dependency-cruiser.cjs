/** The architecture: which folder may import which. Each rule says why, so that a red build explains itself. */
const pure = '^app/(model|contract)/'
/** A rule: modules below `from` import of this project only what is below `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(app|main|renderer|importer|test|scripts)/', pathNot: allowed },
})

/**
 * The features of the engine, and which other feature each of them uses, with the reason. Every feature may use `kernel`, `commits`
 * and what is below the engine. An arrow that is not here is refused; a new one needs its reason.
 */
const features = {
  'added-commits': {},
  'agent-context': { reader: 'the words of a refused call are in its record' },
  agents: { capture: 'an agent that is served is captured' },
  analytics: {
    'added-commits': 'the context of a replaced commit is computed as for commits that are added',
    context: 'an answer about compactions names those that are not in it',
    derived: 'derived tables that a metric reads are made first',
    sql: 'an answer is written to a file as the rows of a query are',
  },
  assemble: {
    checkpoints: 'a compaction of a context is stored as a checkpoint',
    refs: 'it is on a fork',
    materialise: 'the history is a chain that is read as for an export',
    packs: 'a compaction adds the state of the work',
    recall: 'the event has what is recalled for it',
  },
  backtest: {
    'file-steps': 'a session is replayed on the chain of its own agent',
    packs: 'the steps of a session are read as those of its state',
  },
  capture: {},
  checkpoints: {
    'added-commits': 'a checkpoint is an added commit',
    materialise: 'a deep chain gets a snapshot of its conversation',
    refs: 'a checkpoint moves the ref that it is made on',
  },
  context: {
    'added-commits': 'a call of a made commit is read from its events',
    derived: 'the items of compactions are a derived table',
    'file-steps': 'what an agent met is read from the steps of its chain',
    files: 'an object that is a file is shown as its file',
    materialise: 'a request continues the conversation that an export of its commit reads',
    packs: 'a session that continues an export with a budget had the state of the work in its context',
    track: 'what a tracker saw is a version of an object',
  },
  cost: {},
  derived: {},
  evaluate: { 'agent-context': 'the memory of a first pass is given as hooks give it' },
  export: {
    assemble: 'messages can have the layers of an assembled context',
    materialise: 'an export in the format of a chain is its materialised conversation',
    packs: 'an export with a budget contains the state of the work',
    context: 'a conversation is exported as its session has it',
    files: 'an installed export says which files are not as the agent knew them',
    'file-steps': 'a narrative cites the records of a chain',
    refs: 'an installed export is recorded as a fork',
  },
  facts: { derived: 'facts are derived tables' },
  'file-facts': {
    derived: 'facts of files are derived tables',
    'file-steps': 'facts of files follow from the steps of all chains',
    'file-systems': 'a file is named by its file system and path',
  },
  'file-steps': {
    'added-commits': 'steps of made commits are read from their events',
    'file-systems': 'a path belongs to a file system',
    track: 'what a tracker saw is a step',
  },
  'file-systems': {},
  files: {
    'file-steps': 'a file is what the steps of its chains made of it',
    'file-systems': 'files on disk are compared and written',
    repositories: 'a file has versions in every checkout of its repository',
    track: 'what a tracker saw is a version',
  },
  gc: {
    reachability: 'what is reachable is kept',
    removal: 'a collection erases what removed sessions left',
  },
  import: {
    'added-commits': 'added commits of a session are shown again when its rows are replaced',
    'file-systems': 'imported files belong to a file system',
  },
  'import-chain': { checkpoints: 'an imported conversation is stored as checkpoints' },
  lake: { sql: 'the lake writes the tables that the schema lists, as queries are written to files' },
  ledger: {
    import: 'a correction derives the session again',
    stats: 'both group counts by key',
  },
  materialise: { context: 'a conversation says that its agent saw what an export showed' },
  packs: {
    'added-commits': 'a made commit is read from its events',
    'file-steps': 'a history is read record by record as the steps of files are',
    agents: 'a message that is published on a commit is a note, as those of agents',
  },
  problems: {},
  reachability: {},
  reasoning: {
    derived: 'the events are a derived table',
    'file-steps': 'a decision is in force while lines of its edits are left',
    reader: 'the words of a refused call are in its record',
    repositories: 'a decision is linked to those of all checkouts of its repository',
  },
  recall: {
    'file-systems': 'a folder of a session is looked at where it is on this machine',
    repositories: 'every checkout of a repository has the same files',
  },
  reader: {
    'added-commits': 'added commits have events in place of records',
    materialise: 'a materialised conversation can be read like a commit',
  },
  refs: { 'added-commits': 'a commit with a ref is retained' },
  removal: {
    'added-commits': 'added commits of a session are shown again without it',
    import: 'the other sessions are joined again, as after an import',
  },
  repair: {
    'added-commits': 'added commits are retained while tables are rebuilt',
    import: 'lost data is derived again from files that still exist',
    reachability: 'what is reachable and missing is lost',
  },
  repositories: {
    'file-steps': 'checkouts are found by the paths of chains',
    'file-systems': 'a checkout is a folder of a file system',
  },
  restore: { import: 'a folder that was restored is known to imports' },
  search: {
    derived: 'the index follows from tables as derived tables do',
    'added-commits': 'added commits have events in place of records',
  },
  sessions: {
    cost: 'the list is sorted by the cost that is shown',
    derived: 'active times wait for facts',
    facts: 'active times wait for few facts alone',
    search: 'the list is filtered by the filters of searches',
  },
  settings: {},
  sources: {
    capture: 'the doctor reports captures that were not stored',
    import: 'a folder shows how much of it is not imported',
    watch: 'a file is looked up on disk as watching does',
  },
  sql: { derived: 'derived tables that a query reads are made first' },
  stats: {
    derived: 'counts come from facts where these are computed',
    facts: 'counts wait for few facts alone',
    sessions: 'the active time of a session is that of the list',
  },
  summaries: {
    'added-commits': 'a summary changes the row of a commit',
    checkpoints: 'a compaction is stored as a checkpoint',
    materialise: 'the conversation that is compacted is a materialised one',
    refs: 'a fork moves to its compaction',
  },
  track: { 'file-systems': 'files on disk are looked at' },
  transfer: {
    'file-systems': 'the file systems of sessions are sent with them',
    'added-commits': 'sessions of added commits are sent with them',
    import: 'what arrived is projected to tables as an import is, and removed sessions do not come back',
    reachability: 'what is sent is what is reachable',
    repair: 'a fetch heals damaged packs',
  },
  verify: {
    import: 'sources are found as imports find them',
    search: 'the search index is checked with the store',
  },
  watch: {
    import: 'what changed is imported',
    sessions: 'a watched session has the status that the list shows',
  },
}

const belowEngine =
  '^app/(model|contract|diff|shell|files|store|chains|secrets|bureau|conversation|export-forms|assemble|packs|backtest|reasoning|recall|agent-context|evaluate|analytics|transcripts)/'
const featureRules = Object.entries(features).map(([feature, uses]) =>
  only(
    `engine-${feature}`,
    `^app/engine/${feature}/`,
    [belowEngine, '^importer/', `^app/engine/(${['kernel', 'commits', feature, ...Object.keys(uses)].join('|')})/`],
    `${feature} uses ${
      Object.entries(uses)
        .map(([name, why]) => `${name} (${why})`)
        .join(', ') || 'no other feature'
    }.`,
  ),
)

/** The one module of a screen that others may use. */
const addressFile = '^renderer/screens/[^/]+/address\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle means two modules are really one, or a type lives in the wrong place.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this module.',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.sql$',
          '\\.css$',
          '/assembly/[^/]+\\.ts$',
          '^main/(main|preload|engine-process)\\.ts$',
          '^renderer/main\\.tsx$',
          '^test/',
          '^scripts/',
        ],
      },
      to: {},
    },
    only('model-is-the-bottom', '^app/model/', ['^app/model/'], 'The vocabulary depends on nothing.'),
    only('contract-on-model', '^app/contract/', [pure], 'The contract names shapes from the model; it runs nothing.'),
    only(
      'diff-is-alone',
      '^app/diff/',
      ['^app/diff/'],
      'What changed between two texts is one answer for the whole product; it knows nothing of files.',
    ),
    only('shell-is-alone', '^app/shell/', ['^app/shell/'], 'What a command can change follows from its words; it knows no records.'),
    only(
      'files-on-records',
      '^app/files/',
      ['^app/(model|contract|diff|shell|files)/', '^importer/'],
      'What an agent knew of a file follows from records, step by step; it reads no tables.',
    ),
    only(
      'transcripts-on-chains',
      '^app/transcripts/',
      ['^app/(model|store|chains|transcripts)/', '^app/analytics/idle-threshold\\.ts$', '^importer/'],
      'Chains, artifacts and rows follow from the bytes of files alone.',
    ),
    only(
      'forms-on-conversation',
      '^app/export-forms/',
      ['^app/(model|conversation|export-forms)/'],
      'A conversation as a file knows no store.',
    ),
    only(
      'assemble-on-forms',
      '^app/assemble/',
      ['^app/(model|contract|conversation|export-forms|assemble)/'],
      'A context follows from a conversation and texts; it reads no store and no folder.',
    ),
    only(
      'packs-on-records',
      '^app/packs/',
      ['^app/(model|shell|conversation|packs)/', '^importer/agents\\.ts$'],
      'What is shown under a budget follows from records, sizes and texts; it reads no tables.',
    ),
    only(
      'backtest-on-packs',
      '^app/backtest/',
      ['^app/(model|conversation|packs|backtest)/', '^importer/agents\\.ts$'],
      'What a policy shows and what was needed follows from steps; it reads no tables, and nothing after the moment.',
    ),
    only(
      'agent-context-on-recall',
      '^app/agent-context/',
      ['^app/(model|reasoning|recall|agent-context)/', '^importer/agents\\.ts$'],
      'The memory of a project follows from records and texts; it reads no files and no tables.',
    ),
    only(
      'evaluate-on-agent-context',
      '^app/evaluate/',
      ['^app/(model|agent-context|evaluate)/'],
      'What an evaluation shows follows from its runs; it starts no programs.',
    ),
    only(
      'recall-on-backtest',
      '^app/recall/',
      ['^app/(model|backtest|recall)/'],
      'What answers a question follows from what was said before it; what a question names is found by the rules of backtests.',
    ),
    only('cbor-on-model', '^app/store/cbor/', ['^app/(model|store/cbor)/'], 'An encoding knows nothing of what is encoded.'),
    only('files-on-cbor', '^app/store/files/', ['^app/(model|store/(cbor|files))/'], 'Packs and the journal work without a database.'),
    only('tables-on-files', '^app/store/tables/', ['^app/(model|store/(files|tables))/'], 'Tables are built from packs and the journal.'),
    only('store-on-model', '^app/store/', ['^app/(model|store)/'], 'Bytes and tables know no chains, no analytics, no screens.'),
    only(
      'chains-on-store',
      '^app/chains/',
      ['^app/(model|store|chains)/', '^importer/agents\\.ts$'],
      'Chains are stored, not analysed. Which tool of an agent does what decides where they are cut.',
    ),
    only('secrets-on-chains', '^app/secrets/', ['^app/(model|chains|secrets)/'], 'Secrets are found in texts, wherever these come from.'),
    only(
      'bureau-on-chains',
      '^app/bureau/',
      ['^app/(model|contract|store|chains|bureau)/'],
      'Another program’s protocol is one reader of chains.',
    ),
    only(
      'conversation-on-chains',
      '^app/conversation/',
      ['^app/(model|contract|store|chains|conversation)/', '^importer/'],
      'What was said is read from records and chains; it knows no tables and no jobs.',
    ),
    only('analytics-on-store', '^app/analytics/', ['^app/(model|store|analytics)/'], 'Analytics reads tables; it never walks chains.'),
    only(
      'engine-kernel',
      '^app/engine/kernel/',
      [belowEngine, '^importer/', '^app/engine/kernel/'],
      'The kernel runs jobs and workers; it knows no feature.',
    ),
    only(
      'engine-commits',
      '^app/engine/commits/',
      [belowEngine, '^importer/', '^app/engine/(kernel|commits)/'],
      'Commits are looked up for every feature.',
    ),
    only('engine-ipc', '^app/engine/ipc/', [belowEngine, '^app/engine/(kernel|ipc)/'], 'Messages between processes know no feature.'),
    ...featureRules,
    only('engine-composes', '^app/engine/', ['^app/(?!cli/)', '^importer/'], 'The engine knows nothing of its callers.'),
    only(
      'cli-on-contract',
      '^app/cli/',
      ['^app/(model|contract|diff|engine|secrets|agent-context|evaluate|cli)/'],
      'The command line is a thin user of the contract; `strata mcp` redacts what it answers.',
    ),
    {
      name: 'agents-in-one-list',
      severity: 'error',
      comment: 'An agent is a folder and a line in importer/agents.ts: nothing else knows its folder. Tests look into it.',
      from: { pathNot: ['^importer/agents\\.ts$', `^(test|scripts)/`, '^importer/(?!records/|skim/)[^/]+/'] },
      to: { path: '^importer/(?!records/|skim/)[^/]+/' },
    },
    {
      name: 'agents-apart',
      severity: 'error',
      comment: 'What agents have in common is in importer/records.',
      from: { path: '^importer/((?!records/|skim/)[^/]+)/' },
      to: { path: '^importer/(?!records/|skim/)[^/]+/', pathNot: '^importer/$1/' },
    },
    only('importer-on-model', '^importer/', ['^importer/', '^app/model/'], 'The importer yields lines; it never stores them.'),
    only('main-on-contract', '^main/', ['^main/', pure, '^app/engine/'], 'The shell starts the engine and passes calls on.'),
    only(
      'renderer-on-contract',
      '^renderer/',
      ['^renderer/', pure, '^app/diff/'],
      'The window reaches the domain through the contract alone.',
    ),
    {
      name: 'contract-is-types-to-the-window',
      severity: 'error',
      comment: 'The input schemas run in the shell and the engine; the window needs only their types.',
      from: { path: '^renderer/' },
      to: { path: '^app/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'model-needs-only-zod',
      severity: 'error',
      comment: 'The vocabulary runs anywhere.',
      from: { path: pure },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    only('widgets-know-no-screen', '^renderer/ui/', ['^renderer/ui/', pure, addressFile], 'Widgets are for every screen.'),
    {
      name: 'panels-and-dialogs-apart',
      severity: 'error',
      comment: 'Panels and dialogs are shown by screens; they share through renderer/ui.',
      from: { path: '^renderer/(panels|dialogs)/([^/]+)/', pathNot: '^renderer/panels/(conversation|inspector)/' },
      to: { path: '^renderer/', pathNot: ['^renderer/$1/$2/', '^renderer/ui/', addressFile] },
    },
    only(
      'conversation-of-records',
      '^renderer/panels/conversation/',
      [
        '^renderer/panels/(conversation|reader)/',
        '^renderer/panels/timeline/(timeline-strip\\.tsx|event-place\\.ts)$',
        '^renderer/ui/',
        pure,
        addressFile,
      ],
      'The conversation of a session is drawn record by record as the reader draws them, below the strip of the timeline.',
    ),
    only(
      'inspector-of-commits',
      '^renderer/panels/inspector/',
      ['^renderer/panels/(inspector|reader)/', '^renderer/ui/', pure, addressFile],
      'The inspector shows the commit of the reader.',
    ),
    {
      name: 'screens-apart',
      severity: 'error',
      comment: 'Screens share through renderer/ui and renderer/panels. Of another screen they know the address, to lead there.',
      from: { path: '^renderer/screens/([^/]+)/' },
      to: {
        path: '^renderer/',
        pathNot: ['^renderer/screens/$1/', '^renderer/screens/screen\\.ts$', '^renderer/(ui|panels)/', addressFile],
      },
    },
    {
      name: 'addresses-know-no-screen',
      severity: 'error',
      comment: 'An address can be written and read without a page.',
      from: { path: addressFile },
      to: { path: '^renderer/', pathNot: ['^renderer/ui/address/(address|query-text|read-fields)\\.ts$', addressFile] },
    },
    {
      name: 'product-not-on-test',
      severity: 'error',
      comment: 'Tests look at the product, never the other way.',
      from: { pathNot: '^(test|scripts)/' },
      to: { path: '^test/' },
    },
    {
      name: 'electron-only-in-main',
      severity: 'error',
      comment: 'The core runs without a window.',
      from: { pathNot: '^(main|test|scripts)/' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    {
      name: 'duckdb-only-in-store',
      severity: 'error',
      comment: 'One place knows the database; tests look into it, and the bench makes a large one.',
      from: { pathNot: '^(app/store|test|scripts/bench)/' },
      to: { path: '@duckdb/' },
    },
    {
      name: 'models-asked-in-one-place',
      severity: 'error',
      comment: 'What leaves the machine leaves it through one module.',
      from: { pathNot: '^app/engine/summaries/model-client\\.ts$' },
      to: { path: '@anthropic-ai/' },
    },
    {
      name: 'disk-only-where-named',
      severity: 'error',
      comment: 'Few modules touch the disk; everything else takes values.',
      from: {
        pathNot: [
          '^app/store/',
          '^importer/(read-lines|store-folder|discover)\\.ts$',
          '^importer/[^/]+/(files|history-file|retention)\\.ts$',
          '^app/engine/',
          '^app/cli/(compiled-code|git-branch|new-folder|read-input|temp-file)\\.ts$',
          '^main/',
          '^test/',
          '^scripts/',
        ],
      },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'scripts-load-without-packages',
      severity: 'error',
      comment: 'A fresh clone has no packages: a script imports one when it is needed, after it was installed.',
      from: { path: '^scripts/', pathNot: '^scripts/(samples|bench/tenfold)\\.mjs$|\\.d\\.mts$' },
      to: { path: 'node_modules', dynamic: false },
    },
    { name: 'no-unresolvable', severity: 'error', comment: 'Every import exists.', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.strict.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.sql', '.css'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
