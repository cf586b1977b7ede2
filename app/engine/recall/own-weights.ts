/** The weights that were fitted on a store: a file beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StrataError } from '../../model/failure.ts'
import { inputReasons, reportInput } from '../../model/input-reason.ts'
import { fileSignals, itemSignals, shippedWeights, type RecallWeights } from '../../recall/weights.ts'
import { parseJsonFile } from '../kernel/json-file.ts'

export const weightsFile = (storeDir: string): string => join(storeDir, 'recall-weights.json')

const schema = z.object({
  made: z.string(),
  files: z.record(z.enum(fileSignals), z.number()),
  items: z.record(z.enum(itemSignals), z.number()),
  threshold: z.number(),
})

/** @throws StrataError invalid-input */
export const weightsOfStore = (storeDir: string): RecallWeights => {
  const path = weightsFile(storeDir)
  if (!existsSync(path)) return shippedWeights
  const json = parseJsonFile(readFileSync(path))
  const read = 'reason' in json ? undefined : schema.safeParse(json.value, reportInput)
  if (read?.success === true) return read.data
  const reasons = 'reason' in json ? [json.reason] : read === undefined ? [] : inputReasons(read.error, 'the file')
  throw new StrataError('invalid-input', `${path} has no weights of recall: ${reasons.join('; ')}. Remove it, or run strata recall --fit`, {
    path,
    reasons,
  })
}
