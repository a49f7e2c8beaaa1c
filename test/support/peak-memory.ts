/**
 * Measures the peak memory of a process.
 *
 * @module
 */

import { readFileSync } from 'node:fs'

/** Where Linux tells it. */
export const STATUS_FILE = '/proc/self/status'

/**
 * Greatest resident size of this process so far, in bytes. On Linux that of this program alone: what `resourceUsage` tells
 * begins with the size of the process that started it.
 */
export function peakResidentBytes(): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS_FILE, 'latin1')) ?? []
    if (kilobytes !== undefined) return Number(kilobytes) * 1024
  } catch {
    // No Linux.
  }
  return process.resourceUsage().maxRSS * 1024
}
