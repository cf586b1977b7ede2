/** Keeps the heaps of an import small: V8 waits until a heap is four times what is in use. */
import { setFlagsFromString } from 'node:v8'

/** Node and Electron leave V8's flags open while they run. How much a heap may grow beyond what is in use before it is collected, percent. Zero: as V8 likes. */
const growth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

const whileImporting = 120
/** Most of what a heap holds while a large session is derived is in use: 2 GB of one take 740 MB instead of 870, and no more time. */
const whileImportingMuch = 60
const muchBytes = 128 * 1024 * 1024

/** Imports that run now. */
let running = 0

/**
 * Carries out work that makes much garbage, in this thread and its workers; every thread of the process is collected sooner meanwhile.
 * @param largest of the sessions that are read, bytes.
 */
export const spareHeap = async <T>(largest: number, work: () => Promise<T>): Promise<T> => {
  running += 1
  growth(largest < muchBytes ? whileImporting : whileImportingMuch)
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) growth(0)
  }
}
