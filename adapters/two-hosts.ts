/**
 * Detects requests that name two hosts.
 *
 * @module
 */

/** The parts of a request that are checked. */
interface SentFields {
  readonly httpVersionMajor?: number
  /** Names and values of the header fields, alternating, as they were sent. */
  readonly rawHeaders?: readonly string[]
}

/** Whether a request of HTTP/1 names two hosts. It is refused (RFC 9112, 3.2), since a proxy may have used the other one. */
export function hasTwoHosts({ httpVersionMajor, rawHeaders = [] }: SentFields): boolean {
  if (httpVersionMajor !== 1) return false
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
