/**
 * Requests that name two hosts.
 *
 * @module
 */

/** What is looked at. */
interface SentFields {
  readonly httpVersionMajor?: number
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[]
}

/** Whether a request of HTTP/1 names two hosts, which is refused (RFC 9112, 3.2): a proxy may have taken the other one. */
export function hasTwoHosts({ httpVersionMajor, rawHeaders = [] }: SentFields): boolean {
  if (httpVersionMajor !== 1) return false
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}
