/**
 * A circuit breaker: callers need not wait for a server that is down.
 *
 * A server that let a few requests in a row time out, or could not be reached, is not asked for a while: callers get
 * the error at once. After that, one request tests whether the server is back (the circuit is half open); all others
 * still get the error. The state stays in this process.
 *
 * @module
 */

/** When a server that is down is left alone, and for how long. */
const CIRCUIT_LIMITS = {
  /** Requests in a row that were not answered. */
  failuresToOpen: 2,
  /** Time for which it is not asked, in milliseconds: the first time no less than its silence took, then twice as long each time. */
  minOpenMs: 1000,
  maxOpenMs: 30_000,
  /** Addresses that are remembered. */
  maxCircuits: 1000,
} as const

interface Circuit {
  /** Failures in a row. */
  failures: number
  /** How often it was opened in a row. */
  openings: number
  /** Moment until which nobody is asked, by the monotonic clock; 0 while closed. */
  openUntil: number
  isProbing: boolean
  /** Error of the last request that was not answered. */
  error: unknown
}

/** The error of requests that were not sent; its cause is the error of the last one that was. */
export class CircuitOpenError extends Error {
  constructor(waitMs: number, cause: unknown) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    super(`It did not answer before and will not be asked again for about ${seconds} s.`, { cause })
  }
}

/** What an error says of the server: that it is down, that it is there, or neither. */
export type Sign = 'silent' | 'alive' | 'unknown'

/** The circuits of many servers. */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>()
  readonly #now: () => number

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Sends a request unless its server is known to be down.
   *
   * @param key what is asked: an address
   * @param signOf what an error says of the server
   * @throws CircuitOpenError without having asked; else what `request` throws
   */
  async run<T>(key: string, request: () => Promise<T>, signOf: (error: unknown) => Sign): Promise<T> {
    const known = this.#circuits.get(key)
    const wait = known === undefined ? 0 : known.openUntil - this.#now()
    if (known !== undefined && (wait > 0 || known.isProbing)) throw new CircuitOpenError(wait, known.error)
    const isProbe = known !== undefined && known.openUntil > 0
    if (isProbe) known.isProbing = true
    const start = this.#now()
    try {
      const result = await request()
      this.#circuits.delete(key)
      return result
    } catch (error) {
      const sign = signOf(error)
      if (sign === 'silent') this.#noteSilence(key, error, this.#now() - start)
      if (sign === 'alive') this.#circuits.delete(key)
      throw error
    } finally {
      if (isProbe) known.isProbing = false
    }
  }

  #noteSilence(key: string, error: unknown, costMs: number): void {
    const fresh: Circuit = { failures: 0, openings: 0, openUntil: 0, isProbing: false, error }
    const circuit = this.#circuits.get(key) ?? fresh
    // A failure while the circuit is open belongs to an earlier request, and says nothing new.
    if (circuit.openUntil > this.#now()) return
    circuit.failures++
    circuit.error = error
    if (circuit.failures >= CIRCUIT_LIMITS.failuresToOpen || circuit.openings > 0) {
      // A server that refuses at once costs little: it is asked again sooner than one that keeps callers waiting.
      const first = Math.max(CIRCUIT_LIMITS.minOpenMs, costMs)
      const open = Math.min(CIRCUIT_LIMITS.maxOpenMs, first * 2 ** Math.min(circuit.openings, 10))
      circuit.openings++
      circuit.openUntil = this.#now() + open
    }
    // The addresses stand in strangers' certificates: the one that failed longest ago makes room.
    this.#circuits.delete(key)
    this.#circuits.set(key, circuit)
    const [oldest] = this.#circuits.keys()
    if (this.#circuits.size > CIRCUIT_LIMITS.maxCircuits && oldest !== undefined) this.#circuits.delete(oldest)
  }
}
