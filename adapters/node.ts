/**
 * The API as a request listener of `node:http`, `node:https` or `node:http2`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { drainOnSignal, nodeListener } from 'sealwright/node'
 *
 * const server = createServer(nodeListener(api)).listen(3000)
 * drainOnSignal(server, api)
 * ```
 *
 * @module
 */

import type { Api, MaybeOwner } from '../src/index.js'
import { checkOptions, FUNCTION, type OptionTable, TEXT } from '../src/input/check-options.js'
import { clientAddress, TRUST_PROXY, type TrustProxy } from './client-address.js'
import { answerNodeRequest, type NodeRequest, type NodeResponse } from './node-bridge.js'

export { type DiskSpaceOptions, diskSpace } from './disk-space.js'
export { type DrainableServer, type DrainOnSignalOptions, drainOnSignal, drainServer } from './drain-server.js'

export interface NodeListenerOptions<R extends NodeRequest = NodeRequest> {
  /** Path that the API is mounted at, such as `/api`. Default: none. */
  readonly basePath?: string | undefined
  /** Number of proxies in front of this server, whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustProxy?: TrustProxy | undefined
  /**
   * Returns the user that a request belongs to, for hosts that know their users from a cookie, a client certificate or a token.
   * A request without a user (null or undefined) may still send an API key.
   */
  readonly owner?: ((request: R) => MaybeOwner | Promise<MaybeOwner>) | undefined
}

const OPTIONS: OptionTable<NodeListenerOptions> = { basePath: TEXT, trustProxy: TRUST_PROXY, owner: FUNCTION }

/**
 * Makes a request listener. It answers every request, and no error leaves it. It returns a promise that resolves when the answer
 * is sent.
 *
 * If a parser has put the value of a JSON body into `request.body`, that value is used.
 */
export function nodeListener<R extends NodeRequest = NodeRequest>(
  api: Api,
  options: NodeListenerOptions<R> = {},
): (request: R, response: NodeResponse) => void {
  checkOptions(options, OPTIONS)
  const { basePath, trustProxy, owner } = options
  return (request, response) => {
    const address = clientAddress(request.socket?.remoteAddress, request.headers['x-forwarded-for'], trustProxy)
    // Frameworks that wait for a listener, as h3 and Nitro do, take the promise. The type does not name it: linters refuse a
    // promise where `createServer` expects nothing.
    return answerNodeRequest(api, request, response, {
      basePath,
      clientAddress: address,
      ...(owner === undefined ? {} : { owner: () => owner(request) }),
    })
  }
}
