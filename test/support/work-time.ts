/**
 * How much work something was, for limits on costs: time on a processor, which a busy machine does not stretch as it does
 * the time that passes.
 *
 * @module
 */

/** Begins to measure. Calling what it gives tells the milliseconds of work that this process has done since. */
export function startWork(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
