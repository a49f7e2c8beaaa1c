/**
 * The built package, and short-lived Node processes that use it.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** What `npm run build` leaves behind. */
export const BUILT_ESM = new URL('../../dist/index.js', import.meta.url)
export const BUILT_CJS = new URL('../../dist/index.cjs', import.meta.url)

/**
 * For a program that has `readFileSync`: its greatest resident size so far, in MB. Linux only; `resourceUsage` would begin
 * with the size of this process, which starts it.
 */
export const PEAK_MB = "/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1] / 1024"

const execute = promisify(execFile)

/**
 * Runs `node` with these arguments to its end and gives what it printed, on both streams.
 *
 * @throws Error when the package was not built or the process failed.
 */
export async function runNode(args: readonly string[]): Promise<string> {
  if (!existsSync(BUILT_ESM)) throw new Error('This benchmark measures the built package: run "npm run build" first.')
  const { stdout, stderr } = await execute(process.execPath, [...args], { env: {} })
  return stdout + stderr
}
