/**
 * The thread in which the element verifies, so that the page stays responsive.
 *
 * @module
 */

import { judgeFile, type Question } from './judge-file.js'

interface ThreadScope {
  onmessage: ((event: MessageEvent<Question & { readonly id: number }>) => void) | null
  postMessage(answer: unknown): void
}

const scope = globalThis as unknown as ThreadScope
scope.onmessage = async ({ data: { id, ...question } }) =>
  // Without an answer, the element would wait for good.
  scope.postMessage({ id, judgement: await judgeFile(question).catch(() => undefined) })
scope.postMessage('ready')
