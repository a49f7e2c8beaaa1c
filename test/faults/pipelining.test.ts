/**
 * Many requests on one connection, into a process that has just started: the first of them takes long, and those that are refused
 * meanwhile wait behind it.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { requestExamples } from '../../src/http/description/openapi-examples.js'

const PROGRAM = fileURLToPath(new URL('./draining-server.ts', import.meta.url))
const REQUESTS = 50

/** Statuses of the answers, in their order, until all have come or the server closes the connection. */
async function pipeline(port: number, text: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
  const done = new Promise<void>((resolve) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
      if (statuses().length >= REQUESTS) resolve()
    })
    socket.once('close', () => resolve()).on('error', () => undefined)
  })
  socket.write(text)
  await done
  socket.destroy()
  return statuses()
}

describe.each(['node', 'express', 'hono'] as const)('a fresh process behind %s', (kind) => {
  it.each([
    ['small bodies', 0],
    ['bodies that are more than a connection holds', 40_000],
  ])(
    'answers fifty requests with %s that come at once',
    async (_, padding) => {
      const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, kind], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const [first] = (await once(createInterface(child.stdout), 'line')) as [string]
        const { document } = requestExamples().sign.minimal.value
        const body = JSON.stringify({ document }) + ' '.repeat(padding)
        const head = `POST /v1/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
        const statuses = await pipeline(Number(first.split(' ')[1]), `${head}${body}`.repeat(REQUESTS))
        expect(statuses).toHaveLength(REQUESTS)
        expect(statuses.filter((status) => status !== '200' && status !== '429')).toEqual([])
        expect(statuses.filter((status) => status === '200').length).toBeGreaterThanOrEqual(16)
      } finally {
        child.kill('SIGKILL')
      }
    },
    60_000,
  )
})
