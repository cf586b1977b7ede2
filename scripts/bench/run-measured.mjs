/** Runs a program and measures it with everything that it starts. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const sampleMs = 50
/** The kernel counts processor time in these units on every platform of Node for Linux. */
const ticksPerSecond = 100
const keptOutput = 4000

/** A process can end while it is read. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Processor time of all ended children of this process and of theirs, milliseconds; undefined where the kernel does not list it. */
function childrenCpuMs() {
  const fields = read('/proc/self/stat').split(') ').at(-1).split(' ')
  if (fields.length < 15) return undefined
  // cutime and cstime: fields 16 and 17, and the state behind the name is field 3.
  return ((Number(fields[13]) + Number(fields[14])) / ticksPerSecond) * 1000
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function treeOf(pid) {
  const children = threadsOf(pid).flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean))
  return [pid, ...children.flatMap(treeOf)]
}

const kilobytes = (status, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)

/**
 * Resident memory of the program and all its children, bytes: the greatest of the sums seen every 50 ms, and at least the peak that the
 * kernel noted for one process. Pages that processes share count in each of them.
 */
function watchMemory(pid) {
  let peak = 0
  const sample = () => {
    const statuses = treeOf(pid).map((each) => read(`/proc/${each}/status`))
    const sum = statuses.reduce((all, status) => all + kilobytes(status, 'VmRSS'), 0)
    peak = Math.max(peak, sum, ...statuses.map((status) => kilobytes(status, 'VmHWM')))
  }
  sample()
  const timer = setInterval(sample, sampleMs)
  return () => {
    clearInterval(timer)
    return peak === 0 ? undefined : peak * 1024
  }
}

/**
 * Answers {code, output, ms, cpuMs, peakBytes}; the last two are undefined where there is no /proc. Other programs of this process must not
 * end meanwhile. A process that outlives the program is not counted.
 */
export function runMeasured(command, args, { env, input, watchesMemory = false }) {
  return new Promise((resolve) => {
    const cpuBefore = childrenCpuMs()
    const started = performance.now()
    const child = spawn(command, args, { env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    const peak = watchesMemory && child.pid !== undefined ? watchMemory(String(child.pid)) : () => undefined
    let output = ''
    const keep = (chunk) => (output = `${output}${chunk}`.slice(-keptOutput))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    let ms = 0
    child.on('exit', () => (ms = performance.now() - started))
    child.on('error', (error) => resolve({ code: 127, output: error.message, ms: 0 }))
    child.on('close', (code) => {
      const cpuMs = cpuBefore === undefined ? undefined : childrenCpuMs() - cpuBefore
      resolve({ code: code ?? 1, output, ms, cpuMs, peakBytes: peak() })
    })
  })
}
