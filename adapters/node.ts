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
  readonly basePath?: string
  /** How many proxies stand before this server. Their `X-Forwarded-For` is believed, and nobody else's. Default: none. */
  readonly trustProxy?: TrustProxy
  /**
   * Whose request it is, where the host knows its users: from a cookie, a client certificate, a token. Nobody (null or undefined)
   * may still send an API key.
   */
  readonly owner?: (request: R) => MaybeOwner | Promise<MaybeOwner>
}

const OPTIONS: OptionTable<NodeListenerOptions> = { basePath: TEXT, trustProxy: TRUST_PROXY, owner: FUNCTION }

/**
 * Makes a request listener. It answers every request, and no error leaves it.
 *
 * Where something has parsed a JSON body already and put it into `request.body`, that is taken.
 */
export function nodeListener<R extends NodeRequest = NodeRequest>(
  api: Api,
  options: NodeListenerOptions<R> = {},
): (request: R, response: NodeResponse) => void {
  checkOptions(options, OPTIONS)
  const { basePath, trustProxy, owner } = options
  return (request, response) => {
    const address = clientAddress(request.socket?.remoteAddress, request.headers['x-forwarded-for'], trustProxy)
    void answerNodeRequest(api, request, response, {
      basePath,
      clientAddress: address,
      ...(owner === undefined ? {} : { owner: () => owner(request) }),
    })
  }
}
