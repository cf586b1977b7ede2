/**
 * `npm run check:reasoning`: compares the types of reasoning in a store with passages that people labelled by the rules of
 * docs/reasoning.md. The half of them that nobody looked at while the patterns were made is counted apart.
 */
import { readFileSync } from 'node:fs'
import { openEngine } from './bench/open-engine.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { givenStore, readOptions } from './setup/read-options.mjs'
import { runScript, say } from './setup/say.mjs'

const usage = `npm run check:reasoning -- --store DIR
  --store DIR    a store that contains the labelled sessions
  --model NAME   the guesses of a model (strata reasoning classify) in place of the types by rules; also NAME@VERSION`

const types = ['decision', 'rejection', 'tradeoff']

/** Types by rules, as they were before a person corrected them, or those of a model. */
const typesOf = (model) =>
  model === undefined
    ? 'SELECT source_id, line, block, coalesce(type_by_rule, type) AS type FROM thinking_events'
    : `SELECT guesses.source_id, guesses.line, guesses.block, guesses.type
       FROM thinking_guesses AS guesses
       JOIN events USING (source_id, line, block)
       WHERE md5(events.body) = guesses.text_hash
         AND '${model.replaceAll("'", "''")}' IN (guesses.model, guesses.model || '@' || guesses.model_version)`

/** Ids of the file of labels, which the project wrote. */
const textsSql = (uuids, model) => `
  SELECT records.uuid || ':' || events.block AS place, list(DISTINCT found.type) FILTER (found.type IS NOT NULL) AS types
  FROM events
  JOIN records USING (source_id, line)
  LEFT JOIN (${typesOf(model)}) AS found
    ON found.source_id = events.source_id AND found.line = events.line AND found.block = events.block
  WHERE events.kind IN ('thinking', 'response') AND NOT events.is_copy AND records.uuid IN (${uuids.map((uuid) => `'${uuid}'`).join(', ')})
  GROUP BY ALL`

const share = (part, all) => (all === 0 ? 'n/a' : (part / all).toFixed(2))

/** Precision, recall and F1 of a type. */
function scoreOf(passages, type) {
  const found = passages.filter((passage) => passage.found.includes(type))
  const right = found.filter((passage) => passage.types.includes(type)).length
  const labelled = passages.filter((passage) => passage.types.includes(type)).length
  return `${type}: ${labelled} labelled, precision ${share(right, found.length)}, recall ${share(right, labelled)}, F1 ${share(2 * right, found.length + labelled)}`
}

async function checkReasoning() {
  const options = { store: { type: 'string' }, model: { type: 'string' } }
  const { store, model } = readOptions(usage, options, (values) => ({ store: givenStore(values), model: values.model }))
  await installPackages()
  await makeStaleBundles(['node'])
  const labelled = JSON.parse(readFileSync('test/labelled/passages.json', 'utf8'))
  const engine = await openEngine(store)
  const { rows } = await engine.ask('sql.run', {
    sql: textsSql(
      labelled.map(({ uuid }) => uuid),
      model,
    ),
    queryId: 'check-reasoning',
    rowLimit: 100_000,
  })
  await engine.close()
  const found = new Map(rows.map(([place, ofPlace]) => [place, String(ofPlace ?? '')]))
  const passages = labelled
    .filter(({ uuid, block }) => found.has(`${uuid}:${block}`))
    .map((passage) => ({ ...passage, found: found.get(`${passage.uuid}:${passage.block}`) }))
  say(`${passages.length} of ${labelled.length} labelled passages are in the store`)
  for (const [half, what] of [
    ['tune', 'looked at while the patterns were made'],
    ['held', 'never looked at'],
  ]) {
    const ofHalf = passages.filter((passage) => passage.half === half)
    say([`${ofHalf.length} ${what}`, ...types.map((type) => `  ${scoreOf(ofHalf, type)}`)].join('\n'))
  }
  if (passages.length === 0) process.exitCode = 1
}

await runScript(checkReasoning)
