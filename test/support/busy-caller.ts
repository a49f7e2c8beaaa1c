/**
 * A program that asks another process for something, is busy itself until the answer is there, and says what became of it.
 * Argument: after how many milliseconds it becomes busy.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callWithDeadline } from '../../src/keys/call-with-deadline.js'

const MAX_BUSY_MS = 20_000
const folder = mkdtempSync(join(tmpdir(), 'sealwright-busy-'))
const mark = join(folder, 'answered')

/** Answers after longer than the deadline, and leaves a mark once it has: who is busy cannot hear an answer, but see that. */
const ANSWERING = `
  process.stdin.once('data', () => setTimeout(() => {
    require('node:fs').writeSync(1, 'answer')
    require('node:fs').writeFileSync(process.argv[1], '')
  }, 200))
  console.log('ready')`

const child = spawn(process.execPath, ['-e', ANSWERING, mark], { stdio: ['pipe', 'pipe', 'inherit'] })
await once(child.stdout, 'data')

function ask(): Promise<unknown> {
  child.stdin.write('question')
  // Busy as with a request that was read just now: then timers come next, and only after them what has arrived meanwhile.
  const beBusy = () => {
    for (const end = performance.now() + MAX_BUSY_MS; !existsSync(mark) && performance.now() < end; );
  }
  setTimeout(() => setImmediate(beBusy), Number(process.argv[2]))
  return once(child.stdout, 'data')
}

const bounds = { timeoutMs: 100, code: 'store_unavailable', message: 'Away.' } as const
const outcome = await callWithDeadline(ask, bounds).catch(({ code }: { code: string }) => code)
console.log(typeof outcome === 'string' ? outcome : 'answered')
child.kill()
rmSync(folder, { recursive: true })
