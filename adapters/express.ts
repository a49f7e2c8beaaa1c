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

/** What is used of a request of Express. */
export type ExpressRequest = NodeRequest & {
  readonly baseUrl: string
  readonly path: string
  /** The client's address, as the application's setting `trust proxy` tells it. */
  readonly ip?: string | undefined
}

export interface ExpressHandlerOptions<R extends ExpressRequest = ExpressRequest> {
  /**
   * Whose request it is, where the application knows its users: `(request) => request.user`. Nobody (null or undefined) may still
   * send an API key.
   */
  readonly owner?: (request: R) => MaybeOwner | Promise<MaybeOwner>
}

const OPTIONS: OptionTable<ExpressHandlerOptions> = { owner: FUNCTION }

/**
 * Makes a handler for `app.use(path, handler)`. Paths that do not begin with `/v1/` below it go on to what comes next. The
 * client's address follows the setting `trust proxy` of Express.
 *
 * It belongs before body parsers. Behind `express.json()` it works with what that parsed, within the limit of that
 * parser; forms that something else has read are refused with `body_already_consumed`.
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
