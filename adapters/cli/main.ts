#!/usr/bin/env node
/**
 * The program `sealwright`.
 *
 * @module
 */
import * as nodeModule from 'node:module'
import { processTerminal } from './process-terminal.js'

async function main(): Promise<void> {
  keepCompiledCode()
  const { runCli } = await import('./program.js')
  process.exitCode = await runCli(process.argv.slice(2), processTerminal())
}

/** Node 22 and later keep compiled code between runs, which makes them start sooner. */
function keepCompiledCode(): void {
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache')
  if (typeof enable === 'function') enable()
}

void main()
