/**
 * The body of a Node.js request, in the form that the API reads.
 *
 * @module
 */

import type { Readable } from 'node:stream'
import type { ApiRequestBody } from '../src/index.js'

type Reading = Awaited<ReturnType<ReturnType<ApiRequestBody['getReader']>['read']>>

const DONE: Reading = { done: true }

/** Nothing is read from the socket before the API asks for it, and no more than it asks for. */
export function nodeBody(incoming: Readable): ApiRequestBody {
  return {
    getReader() {
      let isCancelled = false
      let wake = () => {}
      const onEvent = () => wake()
      incoming.on('readable', onEvent).on('end', onEvent).on('error', onEvent).on('close', onEvent)
      return {
        async read() {
          for (;;) {
            if (isCancelled) return DONE
            const chunk: Uint8Array | null = incoming.read()
            if (chunk !== null) return { done: false, value: chunk }
            if (incoming.readableEnded) return DONE
            // The connection broke off. A part of a body must not be taken for the whole.
            if (incoming.destroyed) throw incoming.errored ?? new Error('The request was aborted.')
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        },
        async cancel() {
          isCancelled = true
          incoming.off('readable', onEvent).off('end', onEvent).off('error', onEvent).off('close', onEvent)
          wake()
        },
      }
    },
  }
}
