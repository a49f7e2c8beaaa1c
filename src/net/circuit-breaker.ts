/**
 * A circuit breaker, so that callers need not wait for a server that is down.
 *
 * When a few requests in a row got no answer from a server, no requests are sent to it for some time: callers get the error
 * at once. Then one request tests whether the server is back (the circuit is half open), while all others still get the
 * error. Each process has its own state.
 *
 * @module
 */

/** Limits on when requests to a server stop, and for how long. */
const CIRCUIT_LIMITS = {
  /** Requests in a row without an answer after which the circuit opens. */
  failuresToOpen: 2,
  /**
   * How long an open circuit stops requests, in milliseconds: at first as long as the failed request took, but at least this
   * long; then twice as long each time.
   */
  minOpenMs: 1000,
  maxOpenMs: 30_000,
  /** Most addresses whose circuits are kept. */
  maxCircuits: 1000,
} as const

interface Circuit {
  /** Number of failures in a row. */
  failures: number
  /** Number of openings in a row. */
  openings: number
  /** Time on the monotonic clock until which no request is sent; 0 while closed. */
  openUntil: number
  isProbing: boolean
  /** Error of the last request without an answer. */
  error: unknown
}

/** Error of a request that was not sent. Its cause is the error of the last request that was sent. */
export class CircuitOpenError extends Error {
  constructor(waitMs: number, cause: unknown) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    super(`It did not answer before and will not be asked again for about ${seconds} s.`, { cause })
  }
}

/** What an error means for the server: it is down, it works, or neither is known. */
export type Sign = 'silent' | 'alive' | 'unknown'

/** The circuits of many servers. */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>()
  readonly #now: () => number

  /** @param now a clock in milliseconds that never runs backwards */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Sends a request unless its server is known to be down.
   *
   * @param key the address of the server
   * @param signOf states what an error means for the server
   * @throws CircuitOpenError when no request was sent; otherwise the error of `request`
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
    // A failure while the circuit is open comes from an earlier request and is no news.
    if (circuit.openUntil > this.#now()) return
    circuit.failures++
    circuit.error = error
    if (circuit.failures >= CIRCUIT_LIMITS.failuresToOpen || circuit.openings > 0) {
      // A server that refuses at once costs little time, so its circuit is open for less time than that of a slow one.
      const first = Math.max(CIRCUIT_LIMITS.minOpenMs, costMs)
      const open = Math.min(CIRCUIT_LIMITS.maxOpenMs, first * 2 ** Math.min(circuit.openings, 10))
      circuit.openings++
      circuit.openUntil = this.#now() + open
    }
    // Addresses come from certificates of strangers, so their number is limited: the circuit that failed longest ago is
    // dropped.
    this.#circuits.delete(key)
    this.#circuits.set(key, circuit)
    const [oldest] = this.#circuits.keys()
    if (this.#circuits.size > CIRCUIT_LIMITS.maxCircuits && oldest !== undefined) this.#circuits.delete(oldest)
  }
}
