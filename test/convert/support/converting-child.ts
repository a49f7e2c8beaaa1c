/**
 * The child of `converting-process.ts`: converts what it is sent and answers with the outcome. Whatever touches the
 * network is an error here, and so is every read of a file outside of the package.
 *
 * @module
 */

import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { convertFile } from '../../../src/convert/convert-file.js'
import { answerJobs, describeThrown } from '../../support/job-process.js'
import { peakResidentBytes, STATUS_FILE } from '../../support/peak-memory.js'
import type { ConvertingOutcome, ConvertingTask } from './converting-process.js'
import { makeRichDocx } from './rich-docx.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const intrusions: string[] = []

/** Puts traps where a conversion has no business. */
function setTraps(): void {
  const refuse = (what: string) => () => {
    intrusions.push(what)
    throw new Error(`The conversion tried ${what}.`)
  }
  net.Socket.prototype.connect = refuse('to connect')
  dns.lookup = Object.assign(refuse('to resolve a name'), { __promisify__: refuse('to resolve a name') })
  dgram.createSocket = refuse('to open a socket')
  const guarded = ['readFileSync', 'openSync', 'readFile', 'open', 'createReadStream'] as const
  for (const name of guarded) {
    const original = fs[name] as (...args: unknown[]) => unknown
    const guard = (path: unknown, ...rest: unknown[]) => {
      const text = path instanceof URL ? fileURLToPath(path) : String(path)
      const isOurs = typeof path === 'number' || text === STATUS_FILE || text.startsWith(ROOT)
      if (!isOurs) refuse(`to read ${text}`)()
      return original(path, ...rest)
    }
    Object.assign(fs, { [name]: guard })
  }
  syncBuiltinESMExports()
}

const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function run({ input, from }: ConvertingTask): Promise<ConvertingOutcome> {
  const before = cpuMilliseconds()
  const start = performance.now()
  const cost = () => ({
    milliseconds: performance.now() - start,
    cpuMilliseconds: cpuMilliseconds() - before,
    residentBytes: peakResidentBytes(),
  })
  try {
    const { bytes, warnings } = await convertFile(input, { from, to: 'pdf' })
    if (intrusions.length > 0) return { kind: 'crashed', message: intrusions.join(' ') }
    return { kind: 'converted', bytes, warnings, ...cost() }
  } catch (error) {
    if (intrusions.length > 0) return { kind: 'crashed', message: intrusions.join(' ') }
    const thrown = describeThrown(error)
    return thrown.kind === 'refused' ? { ...thrown, ...cost() } : thrown
  }
}

// Loading and compiling is not part of any document's cost.
await run({ input: makeRichDocx(), from: 'docx' })
for (const from of ['md', 'html'] as const) {
  await run({ input: new TextEncoder().encode('[^a] $x$ <b>c</b> [toc] <table><tr><td>d'), from })
  // In an encoding of old.
  await run({ input: Uint8Array.of(0x63, 0xe9), from })
}
setTraps()
answerJobs(run)
