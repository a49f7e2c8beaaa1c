/**
 * Finds a port for a test.
 *
 * @module
 */

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where to look: below the ports that systems give to outgoing connections. One of those could be taken by any connection of
 * this machine between being found and being listened on.
 */
const [FIRST_PORT, LAST_PORT] = [16_384, 32_767]
const MAX_TRIES = 100

/** A port of the loopback interface that nothing listens on just now. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
