/** The id that the operating system gave this machine when it was installed; a container has that of its image or its run. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { systemReason } from '../../model/failure.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The id, or why there is none, as a part of a sentence. */
export type MachineId = { readonly id: string } | { readonly why: string }

/** Functions with which the id is read. */
export interface MachineReader {
  readonly platform: NodeJS.Platform
  readonly file: (path: string) => Promise<string>
  readonly output: (program: string, args: readonly string[]) => Promise<string>
}

/** Names the machine in place of the system's id, as where images of containers share one. */
const variable = 'STRATA_MACHINE_ID'
const idFiles = ['/etc/machine-id', '/var/lib/dbus/machine-id']
const registryKey = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`

/** systemd writes the word before the first start has ended. */
const isId = (text: string): boolean => text !== '' && text !== 'uninitialized'

const idInFiles = async ({ file }: MachineReader): Promise<MachineId> => {
  const whys: string[] = []
  for (const path of idFiles) {
    try {
      const id = (await file(path)).trim()
      if (isId(id)) return { id }
      whys.push(`${path} contains no id`)
    } catch (thrown) {
      whys.push(`cannot read ${path}: ${systemReason(thrown)}`)
    }
  }
  return { why: whys.join('; ') }
}

const idInOutput = async ({ output }: MachineReader, program: string, args: readonly string[], shape: RegExp): Promise<MachineId> => {
  try {
    const id = shape.exec(await output(program, args))?.[1]?.trim() ?? ''
    return isId(id) ? { id } : { why: `${program} reports no id of this machine` }
  } catch (thrown) {
    return { why: `cannot run ${program}: ${systemReason(thrown)}` }
  }
}

export const readMachineId = (reader: MachineReader, env: Environment): Promise<MachineId> => {
  const given = env[variable]?.trim() ?? ''
  if (given !== '') return Promise.resolve({ id: given })
  if (reader.platform === 'darwin')
    return idInOutput(reader, 'ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], /"IOPlatformUUID"\s*=\s*"([^"]+)"/)
  if (reader.platform === 'win32')
    return idInOutput(reader, 'reg', ['query', registryKey, '/v', 'MachineGuid', '/reg:64'], /MachineGuid\s+REG_SZ\s+(\S+)/)
  return idInFiles(reader)
}

const run = promisify(execFile)

const thisReader: MachineReader = {
  platform: process.platform,
  file: (path) => readFile(path, 'utf8'),
  output: async (program, args) => (await run(program, [...args], { windowsHide: true, timeout: 10_000 })).stdout,
}

/** It does not change while the machine runs. */
const known = new Map<string, Promise<MachineId>>()

export const machineId = (env: Environment): Promise<MachineId> => {
  const key = env[variable] ?? ''
  const found = known.get(key) ?? readMachineId(thisReader, env)
  known.set(key, found)
  return found
}
