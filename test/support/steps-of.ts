/** The lines of a transcript as the steps that packs and backtests read. */
import { isObject } from '../../app/model/json-object.ts'
import { readRecord } from '../../app/model/record.ts'
import { openSteps, type Step } from '../../app/packs/recorded-steps.ts'

export const stepsOf = (lines: readonly string[]): readonly Step[] => {
  const reader = openSteps()
  for (const [at, line] of lines.entries()) {
    const record = JSON.parse(line) as unknown
    if (!isObject(record)) continue
    const time = Date.parse(String(record['timestamp']))
    const place = { sessionId: 's', commitId: 'ctx-00000001', sourceId: 'source-1', line: at + 1, fileLine: at + 1, ofLine: 1 }
    reader.add({ ...place, occurredAt: Number.isNaN(time) ? null : time, record: readRecord(record) })
  }
  return reader.steps
}
