#!/usr/bin/env node
/**
 * The program `sealwright`.
 *
 * @module
 */
import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compiledCodeFolder } from './compiled-code-folder.js'

async function main(): Promise<void> {
  startSooner()
  const [{ runCli }, { processTerminal }] = await Promise.all([import('./program.js'), import('./process-terminal.js')])
  const terminal = processTerminal()
  const exitCode = await runCli(process.argv.slice(2), terminal)
  // A signal has set one that tells which.
  if (process.exitCode === undefined || exitCode === 0) process.exitCode = exitCode
}

/** How long nothing is optimised: a file or two, and no time that a thousand would miss. */
const OPTIMIZE_AFTER_MS = 400

/** Most command lines end before optimised code or a tidy heap would have paid for itself; together they cost an eighth. */
function startSooner(): void {
  // Node 22 and later keep compiled code between runs.
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache')
  const folder = typeof enable === 'function' ? compiledCodeFolder(process.env) : undefined
  if (typeof enable === 'function' && folder !== undefined) enable(folder)
  setFlagsFromString('--semi-space-growth-factor=16')
  setFlagsFromString('--no-opt')
  setTimeout(() => setFlagsFromString('--opt'), OPTIMIZE_AFTER_MS).unref()
}

void main()
