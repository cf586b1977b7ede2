/** Where the id of a machine is read. */
import { expect, test } from 'vitest'
import { readMachineId, type MachineReader } from '../../../../app/engine/file-systems/machine-id.ts'

const missing = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT', errno: -2, syscall: 'open', path })

const machine = (platform: NodeJS.Platform, files: Readonly<Record<string, string>>, output?: string): MachineReader => ({
  platform,
  file: (path) => (files[path] === undefined ? Promise.reject(missing(path)) : Promise.resolve(files[path])),
  output: (program) => (output === undefined ? Promise.reject(missing(program)) : Promise.resolve(output)),
})

const [etc, dbus] = ['/etc/machine-id', '/var/lib/dbus/machine-id']

test('Linux keeps the id in a file, and in another one where that is missing, empty or not written yet', async () => {
  expect(await readMachineId(machine('linux', { [etc]: ' 0123\n', [dbus]: '4567' }), {})).toEqual({ id: '0123' })
  expect(await readMachineId(machine('linux', { [dbus]: '4567\n' }), {})).toEqual({ id: '4567' })
  for (const none of ['', '\n', 'uninitialized\n'])
    expect(await readMachineId(machine('freebsd', { [etc]: none, [dbus]: '4567\n' }), {})).toEqual({ id: '4567' })
})

test('macOS and Windows report the id', async () => {
  const ioreg = '+-o Mac <class IOPlatformExpertDevice>\n  {\n    "IOPlatformUUID" = "ABCD-12"\n    "IOPlatformSerialNumber" = "X1"\n  }\n'
  expect(await readMachineId(machine('darwin', {}, ioreg), {})).toEqual({ id: 'ABCD-12' })
  const reg = '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ef01-23\r\n\r\n'
  expect(await readMachineId(machine('win32', {}, reg), {})).toEqual({ id: 'ef01-23' })
})

const whyIn = (found: Awaited<ReturnType<typeof readMachineId>>): string => ('why' in found ? found.why : '')

test('where there is no id, the reason is given', async () => {
  const nowhere = await readMachineId(machine('linux', { [etc]: 'uninitialized' }), {})
  expect(whyIn(nowhere)).toMatch(/^\/etc\/machine-id contains no id; cannot read \/var\/lib\/dbus\/machine-id: /)
  expect(await readMachineId(machine('darwin', {}, '{}'), {})).toEqual({ why: 'ioreg reports no id of this machine' })
  expect(whyIn(await readMachineId(machine('win32', {}), {}))).toMatch(/^cannot run reg: /)
})

test('a variable names the machine in place of the system', async () => {
  expect(await readMachineId(machine('linux', { [etc]: '0123' }), { STRATA_MACHINE_ID: ' box-1 ' })).toEqual({ id: 'box-1' })
  expect(await readMachineId(machine('linux', { [etc]: '0123' }), { STRATA_MACHINE_ID: ' ' })).toEqual({ id: '0123' })
})
