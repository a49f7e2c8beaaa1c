/**
 * The API as middleware of Express 5 or 4.
 *
 * @example
 * ```ts
 * import express from 'express'
 * import { expressHandler } from 'sealwright/express'
 *
 * const app = express()
 * app.use('/api', expressHandler(api))   // before body parsers
 * app.use(express.json())
 * ```
 *
 * @module
 */

import type { Api, MaybeOwner } from '../src/index.js'
import { checkOptions, FUNCTION, type OptionTable } from '../src/input/check-options.js'
import { answerNodeRequest, type NodeRequest, type NodeResponse } from './node-bridge.js'

/** The parts of an Express request that are used. */
export type ExpressRequest = NodeRequest & {
  readonly baseUrl: string
  readonly path: string
  /** The client's address, by the application's setting `trust proxy`. */
  readonly ip?: string | undefined
}

export interface ExpressHandlerOptions<R extends ExpressRequest = ExpressRequest> {
  /**
   * Returns the user that a request belongs to, for applications that know their users: `(request) => request.user`. A request
   * without a user (null or undefined) may still send an API key.
   */
  readonly owner?: ((request: R) => MaybeOwner | Promise<MaybeOwner>) | undefined
}

const OPTIONS: OptionTable<ExpressHandlerOptions> = { owner: FUNCTION }

/**
 * Makes a handler for `app.use(path, handler)`. Requests whose path below it does not begin with `/v1/` go on to the next
 * handler. The client's address follows the setting `trust proxy` of Express.
 *
 * Install it before body parsers. Behind `express.json()` it uses the parsed value, within the limit of that parser. Forms that
 * another parser has read are refused with `body_already_consumed`.
 */
export function expressHandler<R extends ExpressRequest = ExpressRequest>(
  api: Api,
  options: ExpressHandlerOptions<R> = {},
): (request: R, response: NodeResponse, next: () => void) => void {
  checkOptions(options, OPTIONS)
  const { owner } = options
  return (request, response, next) => {
    if (!request.path.startsWith('/v1/')) return next()
    void answerNodeRequest(api, request, response, {
      basePath: request.baseUrl,
      clientAddress: request.ip,
      ...(owner === undefined ? {} : { owner: () => owner(request) }),
    })
  }
}
