/**
 * The program behind `main.ts`: all that is not needed for starting it.
 *
 * @module
 */
import { EXIT } from './exit-codes.js'
import { processTerminal } from './process-terminal.js'
import { runCli } from './program.js'

/**
 * Runs the command line of this process, and sets its exit code.
 *
 * @returns whether it was one that could be run
 */
export async function runProcess(): Promise<boolean> {
  const exitCode = await runCli(process.argv.slice(2), processTerminal())
  // A signal has already set an exit code that says which.
  if (process.exitCode === undefined || exitCode === 0) process.exitCode = exitCode
  return exitCode < EXIT.usage
}
