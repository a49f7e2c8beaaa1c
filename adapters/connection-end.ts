/**
 * When the exchange of a request and its response is over, however it ends.
 *
 * @module
 */

/** Something that tells once that it is closed. */
interface Closing {
  once(event: 'close', listener: () => void): unknown
}

/** Those who wait for the end of a connection. Of many requests on one, each would add a listener else. */
const waiting = new WeakMap<object, Set<() => void>>()

/**
 * Calls back once, when the response was sent or its connection has ended.
 *
 * A response of HTTP/1 whose turn has not come yet, behind others of its connection, has no part in that connection: it never
 * learns of its end.
 *
 * @param response A response of Node, of either version of HTTP.
 * @param connection The socket of HTTP/1 below it, where there is one.
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
