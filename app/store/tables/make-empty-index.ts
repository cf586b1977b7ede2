/** A step of the build: writes the empty tables to the file that it is given. */
import { writeEmptyIndex } from './projection.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('the file to write is missing')
void writeEmptyIndex(path)
