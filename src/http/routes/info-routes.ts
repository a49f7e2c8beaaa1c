/**
 * `/v1/health`, `/v1/ready`, `/v1/openapi.json` and `/v1/docs`.
 *
 * @module
 */

import { ADMISSION_LIMITS } from '../../admission/admission-limits.js'
import { jsonText } from '../../input/json-text.js'
import { canExtend } from '../../jobs/members/level-offer.js'
import { MAX_DOCUMENT_BYTES } from '../../limits.js'
import { VERSION } from '../../version.js'
import { type ApiAnswer, jsonAnswer } from '../answers.js'
import type { ApiOptions } from '../api-options.js'
import type { RequestContext } from '../api-request.js'
import { cacheableAnswer } from '../cacheable-answer.js'
import type { Exchange, Route } from '../route.js'
import { canManage } from './key-routes.js'
import { handleReady } from './ready-route.js'

/** The routes with information about the API. */
export function infoRoutes(options: ApiOptions): Route[] {
  const routes: Route[] = [
    {
      path: '/v1/health',
      methods: { GET: () => jsonAnswer({ status: 'ok', version: VERSION }, 200, { 'cache-control': 'no-store' }) },
      isSafe: true,
      isProbe: true,
    },
    { path: '/v1/ready', methods: { GET: handleReady }, isSafe: true, isProbe: true },
    { path: '/v1/openapi.json', methods: { GET: createDescription(options) }, isSafe: true },
  ]
  if (options.docs !== false) {
    routes.push(
      { path: '/v1/docs', methods: { GET: handleDocs }, isSafe: true },
      { path: '/v1/docs/page.js', methods: { GET: handlePageScript }, isSafe: true },
      { path: '/v1/docs/viewer.js', methods: { GET: handleViewer }, isSafe: true },
    )
  }
  return routes
}

/**
 * Most cached descriptions, one for each address at which the API is mounted. Descriptions for further, made-up addresses are
 * made for each request.
 */
const MAX_CACHED_DESCRIPTIONS = 8

function createDescription(options: ApiOptions) {
  const texts = new Map<string, string>()
  return async ({ request, context }: Exchange): Promise<ApiAnswer> => {
    const base = basePath(context)
    let text = texts.get(base)
    if (text === undefined) {
      const { describeApi } = await import('../description/openapi.js')
      text = jsonText(
        await describeApi(
          {
            verifyNeedsKey: options.verifyNeedsKey ?? false,
            hasRegister: options.keys?.requestCode !== undefined,
            hasRedeem: options.keys?.redeemCode !== undefined,
            hasDocs: options.docs ?? true,
            hasCheck: (options.check ?? false) !== false,
            hasKeys: options.manageKeys !== false && canManage(options.keys ?? {}),
            canExtend: canExtend(options),
            signsReports: options.reportIdentity !== undefined,
            hasBatches: options.batches !== undefined,
            maxDocumentBytes: options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES,
            maxConcurrentPerKey: options.maxConcurrentPerKey ?? ADMISSION_LIMITS.maxConcurrentPerKey,
          },
          base === '' ? '/' : base,
        ),
      )
      if (texts.size < MAX_CACHED_DESCRIPTIONS) texts.set(base, text)
    }
    return cacheableAnswer(request, new TextEncoder().encode(text), { 'content-type': 'application/json' })
  }
}

async function handleDocs({ request }: Exchange): Promise<ApiAnswer> {
  const { DOCS_PAGE, DOCS_POLICY } = await import('../description/docs-page.js')
  return cacheableAnswer(request, new TextEncoder().encode(DOCS_PAGE), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': DOCS_POLICY,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
}

async function handlePageScript({ request }: Exchange): Promise<ApiAnswer> {
  const { DOCS_SCRIPT } = await import('../description/docs-page-script.js')
  const headers = { 'content-type': 'text/javascript; charset=utf-8' }
  return cacheableAnswer(request, new TextEncoder().encode(DOCS_SCRIPT), headers)
}

async function handleViewer({ request }: Exchange): Promise<ApiAnswer> {
  const { loadViewer } = await import('../description/docs-viewer.js')
  const acceptsGzip = /\bgzip\b/i.test(request.headers.get('accept-encoding') ?? '')
  const headers = { 'content-type': 'text/javascript; charset=utf-8', vary: 'Accept-Encoding' }
  return acceptsGzip
    ? cacheableAnswer(request, loadViewer('gzip'), { ...headers, 'content-encoding': 'gzip' })
    : cacheableAnswer(request, loadViewer('identity'), headers)
}

function basePath({ basePath: path = '' }: RequestContext): string {
  return path.replace(/\/+$/, '')
}
