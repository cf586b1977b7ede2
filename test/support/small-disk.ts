/** A disk of a few megabytes, in memory: what happens when it is full can be seen without filling a real one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { tempDir } from './temp-dir.ts'

export interface SmallDisk {
  readonly dir: string
  /** Changes its size, such as `40m`, or `ro` for one that may only be read. */
  remount(options: string): void
}

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 * 1024 }

/** Bytes of a size such as `700k` or `4m`. */
export const bytesOf = (size: string): number => Number.parseInt(size, 10) * (units[size.at(-1) ?? ''] ?? 1)

/** Mounts a disk until the test has ended; skips the test with a reason where that is not allowed. */
export function smallDiskOrSkip(context: TestContext, size: string): SmallDisk {
  const dir = path.join(tempDir(), 'disk')
  mkdirSync(dir)
  const mounted = process.platform === 'linux' && spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', dir]).status === 0
  if (!mounted) return context.skip('a small disk needs Linux and the right to mount')
  onTestFinished(() => {
    execFileSync('/bin/umount', [dir])
  })
  return { dir, remount: (options) => execFileSync('/bin/mount', ['-o', `remount,${options}`, dir]) }
}
