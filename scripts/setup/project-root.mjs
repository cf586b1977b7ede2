/** The folder this copy of Strata lives in; every script works from here, wherever it was started. */
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
