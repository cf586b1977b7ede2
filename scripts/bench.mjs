/** `npm run bench`: builds what is stale, measures the built program on a corpus, and prints each figure beside its target. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { measureAnchors } from './bench/anchors.mjs'
import { measureCcusage } from './bench/ccusage.mjs'
import { chooseCorpus } from './bench/corpus.mjs'
import { peersText, reportText } from './bench/report.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { readOptions } from './setup/read-options.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const usage = `npm run bench -- [--corpus DIR | --profile small|seed|huge | --seed-corpus] [--peers [--without NAME]...] [--work DIR] [--keep] [--json]
  --corpus DIR    measure on the transcripts below DIR
  --profile NAME  measure on a generated corpus of that size (small unless given)
  --seed-corpus   the same as --profile seed
  --work DIR      write the store and the restored files there, not in the system's folder for temporary files
  --ten           also ask every question of a store of ten such corpora: the index, copied nine times with other ids and dates
  --peers         measure imports and lists of sessions of Strata and other programs instead, three rounds in turn
  --without NAME  exclude a program from --peers, such as one that takes half an hour
  --keep          leave them there afterwards
  --json          print the figures as JSON`

const choices = {
  corpus: { type: 'string' },
  profile: { type: 'string', default: 'small' },
  'seed-corpus': { type: 'boolean', default: false },
  work: { type: 'string' },
  ten: { type: 'boolean', default: false },
  peers: { type: 'boolean', default: false },
  without: { type: 'string', multiple: true, default: [] },
  keep: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
}

const meaningOf = (values) => ({ ...values, profile: values['seed-corpus'] ? 'seed' : values.profile })

await runScript(async () => {
  const options = readOptions(usage, choices, meaningOf)
  await installPackages()
  await makeStaleBundles(['node'])
  // It reads the store with a package, which a fresh clone has only now.
  const { measure } = await import('./bench/measure.mjs')
  const corpus = chooseCorpus(options)
  if (corpus.files.length === 0) throw new SetupError(`there is no file below ${corpus.dir}`)
  const parent = options.work ?? os.tmpdir()
  mkdirSync(parent, { recursive: true })
  const workDir = mkdtempSync(path.join(parent, 'strata-bench-'))
  try {
    say(`measuring on ${corpus.files.length} files in ${corpus.dir}`)
    if (options.peers) {
      const { measurePeers, peerNames } = await import('./bench/peers.mjs')
      const unknown = options.without.find((name) => !peerNames.includes(name))
      if (unknown !== undefined) throw new SetupError(`--without ${unknown}: choose from ${peerNames.join(', ')}`)
      const peers = await measurePeers(corpus.dir, workDir, options.without)
      process.stdout.write(options.json ? `${JSON.stringify({ corpus: corpus.name, peers }, undefined, 2)}\n` : peersText(corpus, peers))
      return
    }
    const anchors = { ...measureAnchors(corpus.files), ccusage: await measureCcusage(corpus.dir) }
    const figures = await measure({ ...corpus, isTenfold: options.ten }, workDir)
    process.stdout.write(
      options.json ? `${JSON.stringify({ corpus: corpus.name, anchors, figures }, undefined, 2)}\n` : reportText(corpus, anchors, figures),
    )
  } finally {
    if (options.keep) say(`the store is in ${workDir}`)
    else rmSync(workDir, { recursive: true, force: true })
  }
})
