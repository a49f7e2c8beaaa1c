/**
 * The program behind `main.ts`: everything that is not needed to start it.
 *
 * @module
 */
import { EXIT } from './exit-codes.js'
import { processTerminal } from './process-terminal.js'
import { runCli } from './program.js'

/**
 * Runs the command line of this process, and sets its exit code.
 *
 * @returns whether the command line could be run
 */
export async function runProcess(): Promise<boolean> {
  const exitCode = await runCli(process.argv.slice(2), processTerminal())
  // When a signal ends the process, it has already set an exit code that names the signal.
  if (process.exitCode === undefined || exitCode === 0) process.exitCode = exitCode
  return exitCode < EXIT.usage
}
