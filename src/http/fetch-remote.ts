/**
 * Fetches documents that a request names by URL.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { DocumentInput, RemoteDocument } from '../jobs/document-input.js'
import { FETCH_LIMITS } from '../net/fetch-limits.js'
import { baseName } from './body/read-multipart.js'
import type { Exchange } from './route.js'

/**
 * Fetches the document when it is the request's turn, within the host's limits.
 *
 * @throws SealwrightError `url_not_allowed`, `document_fetch_failed`, `file_too_large`, `overloaded`
 */
export async function fetchRemote(exchange: Exchange, { url, ...members }: RemoteDocument): Promise<DocumentInput> {
  const { state, signal, owner, lease } = exchange
  const settings = state.options.fetchDocument ?? {}
  if (settings === false) {
    throw new SealwrightError('url_not_allowed', 'This service does not fetch documents: send them in base64.')
  }
  const { fetchDocument } = await import('../net/fetch-document.js')
  const { timeoutMs = FETCH_LIMITS.timeoutMs } = settings
  const host = URL.canParse(url) ? new URL(url).host : ''
  const leave = await state.admission.enterFetch(owner, host, signal)
  const endStep = exchange.telemetry.startStep('fetch')
  try {
    const limits = { timeoutMs, maxBytes: state.maxDocumentBytes, memory: lease, signal }
    const { bytes: document, ...type } = await fetchDocument(url, { ...settings, ...limits })
    exchange.log['bytesFetched'] = document.length
    const fileName = nameInUrl(url)
    return { document, ...type, ...(fileName === '' ? {} : { fileName }), ...members }
  } finally {
    endStep()
    leave()
  }
}

function nameInUrl(url: string): string {
  const { pathname } = new URL(url)
  try {
    return baseName(decodeURIComponent(pathname))
  } catch {
    return baseName(pathname)
  }
}
