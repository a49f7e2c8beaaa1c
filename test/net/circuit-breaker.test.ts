/**
 * Servers that are down are left alone for a while.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { CircuitBreaker, CircuitOpenError, type Sign } from '../../src/net/circuit-breaker.js'

/** A breaker with a clock that is set by hand, and a server that is up or down. */
function scene() {
  let time = 1
  let asked = 0
  let fault: Sign | undefined
  const breaker = new CircuitBreaker(() => time)
  return {
    get asked() {
      return asked
    },
    pass: (ms: number) => {
      time += ms
    },
    is: (next: Sign | undefined) => {
      fault = next
    },
    ask: (key = 'a', costMs = 0, meanwhile: () => Promise<void> = async () => {}) =>
      breaker
        .run(
          key,
          async () => {
            asked++
            await meanwhile()
            time += costMs
            if (fault !== undefined) throw new Error(fault)
            return 'answer'
          },
          (error) => (error as Error).message as Sign,
        )
        .catch((error) => (error instanceof CircuitOpenError ? 'spared' : (error as Error).message)),
  }
}

describe('CircuitBreaker', () => {
  it('asks a server that is down twice, then leaves it alone, then sends one to see', async () => {
    const server = scene()
    server.is('silent')
    expect([await server.ask(), await server.ask(), await server.ask(), await server.ask()]).toEqual([
      'silent',
      'silent',
      'spared',
      'spared',
    ])
    expect(server.asked).toBe(2)
    server.pass(1001)
    expect([await server.ask(), await server.ask()]).toEqual(['silent', 'spared'])
    // Twice as long the second time.
    server.pass(1001)
    expect(await server.ask()).toBe('spared')
    server.pass(1001)
    server.is(undefined)
    expect([await server.ask(), await server.ask()]).toEqual(['answer', 'answer'])
  })

  it('waits as long as the silence took, and half a minute at most', async () => {
    const server = scene()
    server.is('silent')
    await server.ask('a', 5000)
    await server.ask('a', 5000)
    server.pass(4900)
    expect(await server.ask()).toBe('spared')
    server.pass(200)
    for (let i = 0; i < 20; i++) {
      expect(await server.ask('a', 5000)).toBe('silent')
      server.pass(30_001)
    }
  })

  it('lets one alone look whether the server is back', async () => {
    const server = scene()
    server.is('silent')
    await server.ask()
    await server.ask()
    server.pass(1001)
    server.is(undefined)
    const others: string[] = []
    expect(await server.ask('a', 0, async () => void others.push(await server.ask(), await server.ask()))).toBe(
      'answer',
    )
    expect(others).toEqual(['spared', 'spared'])
    expect(await server.ask()).toBe('answer')
  })

  it('is not misled by wrong answers, aborted requests and other servers', async () => {
    const server = scene()
    for (const sign of ['silent', 'alive', 'silent', 'alive', 'alive', 'unknown'] as const) {
      server.is(sign)
      expect(await server.ask()).toBe(sign)
    }
    server.is('silent')
    expect([await server.ask('b'), await server.ask('b'), await server.ask('b')]).toEqual([
      'silent',
      'silent',
      'spared',
    ])
    expect(await server.ask('a')).toBe('silent')
  })

  it('lets the next one look where the first was aborted', async () => {
    const server = scene()
    server.is('silent')
    await server.ask()
    await server.ask()
    server.pass(1001)
    server.is('unknown')
    expect([await server.ask(), await server.ask()]).toEqual(['unknown', 'unknown'])
  })

  it('remembers no more than a thousand addresses', async () => {
    const server = scene()
    server.is('silent')
    await server.ask('first')
    await server.ask('first')
    for (let i = 0; i < 1000; i++) await server.ask(`${i}`)
    expect(await server.ask('first')).toBe('silent')
    expect(await server.ask('999')).toBe('silent')
    expect(await server.ask('999')).toBe('spared')
  })
})
