/**
 * Detects when the exchange of a request and its response is over, however it ends.
 *
 * @module
 */

/** An object that emits `close` once. */
interface Closing {
  once(event: 'close', listener: () => void): unknown
}

/** Callbacks for the end of a connection. With one list, a connection needs one listener however many requests it carries. */
const waiting = new WeakMap<object, Set<() => void>>()

/**
 * Calls back once, when the response was sent or its connection has ended.
 *
 * A response of HTTP/1 that waits behind others of its connection is not attached to the connection yet, so it is not told when
 * the connection ends.
 *
 * @param response a response of Node.js, of HTTP/1 or HTTP/2
 * @param connection the socket of HTTP/1 that the response belongs to, if there is one
 */
export function onceEnded(response: Closing, connection: unknown, callback: () => void): void {
  if (!isClosing(connection)) {
    response.once('close', callback)
    return
  }
  const all = waiting.get(connection) ?? watchConnection(connection)
  const end = () => {
    if (all.delete(end)) callback()
  }
  all.add(end)
  response.once('close', end)
}

function watchConnection(connection: Closing & object): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(connection, all)
  connection.once('close', () => {
    for (const end of all) end()
  })
  return all
}

function isClosing(value: unknown): value is Closing & object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'once') === 'function'
}
