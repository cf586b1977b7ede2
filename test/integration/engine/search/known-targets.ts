/** Searches in real sessions of a public project, each with the sessions that are right. Made before the search was tried on them. */

export const knownTargets = [
  { kind: 'words', query: 'attribution notes squash github', corpus: 'project', sessions: ['6113e919'] },
  { kind: 'words', query: 'attribution staged index worktree', corpus: 'project', sessions: ['4fec7ea0'] },
  { kind: 'words', query: 'overwriting newer local logs', corpus: 'project', sessions: ['b00b80af'] },
  { kind: 'words', query: 'rejecting unknown settings keys', corpus: 'project', sessions: ['34b1e2a4'] },
  { kind: 'words', query: 'stripe errors suggestions', corpus: 'project', sessions: ['d64b50bb'] },
  { kind: 'words', query: 'amending loses trailers', corpus: 'project', sessions: ['ce99376e'] },
  { kind: 'words', query: 'lint ci nolint strip locally', corpus: 'project', sessions: ['f022dad1'] },
  { kind: 'words', query: 'parallel sessions lanes', corpus: 'project', sessions: ['43b2bd6e'] },
  { kind: 'words', query: 'mit license', corpus: 'project', sessions: ['cf564e14'] },
  { kind: 'words', query: 'validating uuid library', corpus: 'project', sessions: ['163396cf'] },
  { kind: 'words', query: 'collision worktree shadow branches', corpus: 'project', sessions: ['4b3ddf27'] },
  { kind: 'words', query: 'midnight date prefixes resuming', corpus: 'project', sessions: ['08940314'] },
  { kind: 'words', query: 'hidden debug commands', corpus: 'project', sessions: ['e7eb742c'] },
  { kind: 'words', query: 'slow stop hooks status calls', corpus: 'project', sessions: ['dfbb4922'] },
  { kind: 'words', query: 'global ignored files go-git status', corpus: 'project', sessions: ['1c38adc0'] },
  { kind: 'words', query: 'subagent token usage dedupe streaming', corpus: 'project', sessions: ['eb4bcc15'] },
  { kind: 'words', query: 'duplicated lines hash ownership', corpus: 'sessions', sessions: ['0276a600'] },
  { kind: 'words', query: 'rebase during prompt wrong shadow branches', corpus: 'sessions', sessions: ['15f99783'] },
  { kind: 'words', query: 'exceeding single line chunk size', corpus: 'sessions', sessions: ['0a0314fb'] },
  { kind: 'words', query: 'explain checkpoints cloned remote branch', corpus: 'sessions', sessions: ['253fd5ef'] },
  { kind: 'phrase', query: '"significant gap in their documentation"', corpus: 'project', sessions: ['6113e919'] },
  { kind: 'phrase', query: '"a coworker ended up in"', corpus: 'project', sessions: ['b42aaf1f'] },
  { kind: 'phrase', query: '"wait indefinitely"', corpus: 'project', sessions: ['cde341db'] },
  { kind: 'phrase', query: '"panics in code are not great"', corpus: 'project', sessions: ['375d5d79'] },
  { kind: 'phrase', query: '"by the wayside"', corpus: 'project', sessions: ['af74d9e0'] },
  { kind: 'phrase', query: '"messed up branches"', corpus: 'project', sessions: ['59455d2e'] },
  { kind: 'phrase', query: '"computed but never shown"', corpus: 'project', sessions: ['847ff7d2'] },
  { kind: 'phrase', query: '"invert that flag logic"', corpus: 'project', sessions: ['b4dcf65c', 'e1bc91d1'] },
  { kind: 'phrase', query: '"most of the time it\'s multiple"', corpus: 'project', sessions: ['43b2bd6e'] },
  { kind: 'phrase', query: '"naive line hashing"', corpus: 'sessions', sessions: ['0276a600'] },
  { kind: 'phrase', query: '"worktree folder choice"', corpus: 'sessions', sessions: ['03a1382e'] },
  { kind: 'phrase', query: '"why would it have worked before"', corpus: 'sessions', sessions: ['0442a060'] },
  { kind: 'identifier', query: 'shadowBranchHashLength', corpus: 'project', sessions: ['847ff7d2'] },
  { kind: 'identifier', query: 'EnsureMetadataGitignore', corpus: 'project', sessions: ['a0bd162f'] },
  { kind: 'identifier', query: 'ended_at', corpus: 'project', sessions: ['062a8bdd'] },
  { kind: 'identifier', query: 'GetSessionLog', corpus: 'project', sessions: ['c35cf82b'] },
  { kind: 'identifier', query: 'isGitSequenceOperation', corpus: 'project', sessions: ['5dd7775c'] },
  { kind: 'identifier', query: 'GetCurrentHookAgent', corpus: 'project', sessions: ['de1ed521'] },
  { kind: 'identifier', query: 'telemetry/detached_other.go', corpus: 'project', sessions: ['cc432c40'] },
  { kind: 'identifier', query: '--raw-transcript', corpus: 'project', sessions: ['ce99376e', '056d2eda'] },
  { kind: 'identifier', query: 'buildinfo.Version', corpus: 'sessions', sessions: ['3ae3ab59'] },
  { kind: 'identifier', query: 'humanModified', corpus: 'sessions', sessions: ['0276a600'] },
  { kind: 'output', query: 'encode tree entries sorted', corpus: 'project', sessions: ['1ed0d37a'] },
  { kind: 'output', query: 'huh tty confirmation device', corpus: 'project', sessions: ['efea9d52'] },
  { kind: 'output', query: 'unknown linters deadcode', corpus: 'project', sessions: ['bba6327a'] },
  { kind: 'output', query: 'background pids ruby random_letter', corpus: 'project', sessions: ['20b81bf8'] },
  { kind: 'output', query: 'pathspec .gitignore match', corpus: 'project', sessions: ['f6833005'] },
  { kind: 'output', query: 'main module found .git/config', corpus: 'project', sessions: ['1c38adc0'] },
  { kind: 'output', query: 'chinese mixed unicode fail', corpus: 'project', sessions: ['97007e37'] },
  { kind: 'output', query: 'parent comment 404', corpus: 'project', sessions: ['70d782f7'] },
  { kind: 'output', query: 'manual_commit_test.go:1515 undefined', corpus: 'project', sessions: ['e8106766'] },
  { kind: 'output', query: 'installhooks root exit 128', corpus: 'sessions', sessions: ['deeac353'] },
  { kind: 'output', query: 'invalid upstream main rebase', corpus: 'sessions', sessions: ['15f99783'] },
  { kind: 'output', query: 'origin appear git repository', corpus: 'sessions', sessions: ['4f8c1176'] },
  { kind: 'filter', query: 'lint errors kind:prompt branch:ent-109', corpus: 'project', sessions: ['fff6617b'] },
  { kind: 'filter', query: 'mise run fails kind:prompt before:2026-01-10', corpus: 'project', sessions: ['4555072a'] },
  { kind: 'filter', query: 'license file:.goreleaser.yaml', corpus: 'project', sessions: ['48f428f9'] },
  { kind: 'filter', query: 'amend trailer tool:mcp__linear-server__create_issue', corpus: 'project', sessions: ['ce99376e'] },
  { kind: 'filter', query: 'rebase conflicts kind:prompt after:2026-02-04', corpus: 'project', sessions: ['75c838dd'] },
  { kind: 'filter', query: 'active sessions worktree status model:opus-4-6', corpus: 'project', sessions: ['af74d9e0'] },
  { kind: 'filter', query: 'telemetry default disabled kind:prompt', corpus: 'project', sessions: ['38917d7d'] },
  { kind: 'filter', query: 'checkpoint summaries project:explain-checkpoint kind:prompt', corpus: 'project', sessions: ['1e0816ef'] },
  { kind: 'filter', query: 'session state conflict is:error', corpus: 'sessions', sessions: ['53ea1606'] },
  { kind: 'filter', query: 'fixed file:CHANGELOG.md', corpus: 'sessions', sessions: ['2577a596'] },
] as const

/** Questions of a sentence, with words that no text has. The session that each means is among the first three. */
export const knownSentences = [
  {
    corpus: 'project',
    sessions: ['6113e919'],
    query:
      'Which conversation was it in which we flabbergastingly compared another open source project that keeps the attribution of agents in git notes with ours, and asked whether squash merges on GitHub would lose them',
  },
  {
    corpus: 'project',
    sessions: ['34b1e2a4'],
    query:
      'I vaguely recollect that we once decided that parsing of the settings json must be strict and should fail loudly whenever bartholomew typed an unrecognised key instead of silently swallowing the misspelling',
  },
  {
    corpus: 'project',
    sessions: ['cf564e14'],
    query:
      'Some time ago somebody asked an agent to put a standard MIT license file into the repository because the solicitors wanted one before publishing, whereabouts is that teeny conversation now',
  },
  {
    corpus: 'project',
    sessions: ['08940314'],
    query:
      'There was a pesky bug when a session went past midnight since the date prefix of its identifier changed while resuming and everything belonged to tomorrow, how on earth did we fix the midnight crossing',
  },
  {
    corpus: 'project',
    sessions: ['dfbb4922'],
    query:
      'Please dig out the systematic debugging session about why the stop hooks were running quite slowly in some cases and which git status calls turned out to be the culprit of all this sluggishness',
  },
  {
    corpus: 'project',
    sessions: ['e7eb742c'],
    query:
      'Whereabouts did we implement the hidden debug auto-commit command which nobody sees in the help output but which rescues us whenever the automatic committing goes haywire on a laptop',
  },
  {
    corpus: 'project',
    sessions: ['d64b50bb'],
    query:
      'We wanted our command line to treat slip-ups kindly as the stripe cli does, with suggestions after errors about unknown commands, in which conversation was that lovely idea thoroughly discussed',
  },
  {
    corpus: 'project',
    sessions: ['1c38adc0'],
    query:
      'An annoying error appeared although there were no uncommitted changes whatsoever, as go-git does not honour the global gitignore file, in which conversation was this misbehaviour of status tracked down',
  },
  {
    corpus: 'sessions',
    sessions: ['0a0314fb'],
    query:
      'Our uploader choked miserably because a single line of a transcript was bigger than the maximum chunk size that it may send, in which conversation did an agent work out how chunking copes with exceeding lines',
  },
  {
    corpus: 'sessions',
    sessions: ['15f99783'],
    query:
      'Somebody did a rebase in the middle of a prompt and afterwards the checkpoints landed on the wrong shadow branches, which gobsmacked everyone, where was the migration of shadow branches discussed',
  },
] as const
