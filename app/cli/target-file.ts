/** A file to write rows to: its ending says what is in it. */
import { extname, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { tableFormats, type TableFormat } from '../model/sql-rows.ts'

export interface TargetFile {
  readonly path: string
  readonly format: TableFormat
}

/** As an option gives it. */
export const targetFile = (path: string): TargetFile => {
  const format = tableFormats.find((known) => extname(path).toLowerCase() === `.${known}`)
  if (format === undefined) throw new InvalidArgumentError('Expected a file name that ends in .csv, .json or .parquet.')
  return { path: resolve(path), format }
}
