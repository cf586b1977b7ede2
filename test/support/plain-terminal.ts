/** A terminal without colours that prints nothing: for functions that lay text out. */
import pc from 'picocolors'
import type { Terminal } from '../../app/cli/terminal.ts'

/** @param width columns; undefined: no terminal, nothing is cut */
export const plainTerminal = (width?: number): Terminal => ({
  width,
  errorWidth: undefined,
  colors: pc.createColors(false),
  errorColors: pc.createColors(false),
  print: () => Promise.resolve(),
  printData: () => Promise.resolve(),
  printError: () => undefined,
  hurry: () => undefined,
  allPrinted: () => Promise.resolve(),
  confirm: undefined,
})
