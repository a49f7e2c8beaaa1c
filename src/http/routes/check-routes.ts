/**
 * `/v1/check`: the page that people drop signed PDFs on.
 *
 * @module
 */
import type { SealwrightError } from '../../errors.js'
import { type Language, loadTexts } from '../../texts/texts.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import type { ApiOptions } from '../api-options.js'
import type { ApiRequest } from '../api-request.js'
import { recognize } from '../authenticate.js'
import { cacheableAnswer } from '../cacheable-answer.js'
import { ERROR_STATUS } from '../error-status.js'
import { HTTP_LIMITS } from '../http-limits.js'
import { asKnownError, logFailure } from '../log-failure.js'
import { createProblem } from '../problem.js'
import type { Exchange, Route } from '../route.js'
import { verifyFor } from './document-routes.js'
import { languageOf, reportAnswer } from './report-answer.js'

/** The page, what it loads, and where it sends files; none unless `check` is on. */
export function checkRoutes({ check = false }: Pick<ApiOptions, 'check'>): Route[] {
  if (!check) return []
  return [
    {
      path: '/v1/check',
      methods: { GET: handlePage, POST: handleCheck },
      query: ['language', 'format'],
      isSafe: true,
    },
    { path: '/v1/check/page.css', methods: { GET: handleStyle }, isSafe: true },
    { path: '/v1/check/page.js', methods: { GET: (exchange) => handleScript(exchange, 'page.js') }, isSafe: true },
    {
      path: '/v1/check/compare.js',
      methods: { GET: (exchange) => handleScript(exchange, 'compare.js') },
      isSafe: true,
    },
    { path: '/v1/check/viewer/{folder}/{file}', methods: { GET: handleViewerFile }, isSafe: true },
  ]
}

async function handlePage(exchange: Exchange): Promise<ApiAnswer> {
  return pageResponse(exchange, 200, undefined)
}

/** What the browser shows as its address. */
function hostOf({ request, url }: Exchange): string {
  const host = request.headers.get('host') ?? ''
  return /^[\w.:[\]-]{1,255}$/.test(host) ? host : url.host
}

interface PageResult {
  readonly html: string
  readonly needsPassword?: boolean
}

async function pageResponse(exchange: Exchange, status: number, result: PageResult | undefined): Promise<ApiAnswer> {
  const language = languageOf(exchange)
  const [{ checkPage, CHECK_POLICY }, { page: texts }] = await Promise.all([
    import('../check/check-page.js'),
    loadTexts(language),
  ])
  const html = checkPage({
    language,
    texts,
    host: hostOf(exchange),
    maxBytes: exchange.state.maxDocumentBytes,
    ...(result === undefined ? {} : { result: result.html, needsPassword: result.needsPassword ?? false }),
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': CHECK_POLICY,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    vary: 'Accept-Language',
  }
  const bytes = new TextEncoder().encode(html)
  if (result === undefined) return cacheableAnswer(exchange.request, bytes, headers)
  return { ...bytesAnswer(bytes, { ...headers, 'cache-control': 'no-store' }), status }
}

/** Verifies a file for whoever sends it, and answers with the whole page again: no script is needed for that. */
async function handleCheck(exchange: Exchange): Promise<ApiAnswer> {
  const language = languageOf(exchange)
  const format = exchange.url.searchParams.get('format')
  try {
    await recognize(exchange)
    if (format === 'pdf' || format === 'html') {
      const asked = { format, language } as const
      return await reportAnswer(await verifyFor(exchange, asked, { passwordField: true }), asked)
    }
    const { findViewer } = await import('../check/client-files.js')
    const render = { format: 'result', language, hasViewer: findViewer() !== undefined } as const
    const html = await verifyFor(exchange, render, { passwordField: true })
    return await pageResponse(exchange, 200, { html: new TextDecoder().decode(html) })
  } catch (error) {
    // A client that has gone reads nothing.
    if (exchange.request.signal.aborted) throw error
    return errorPage(exchange, asKnownError(error), language)
  }
}

async function errorPage(exchange: Exchange, error: SealwrightError, language: Language): Promise<ApiAnswer> {
  const [{ errorHtml }, { explainError }, { page: texts }] = await Promise.all([
    import('../check/check-page.js'),
    import('../check/check-errors.js'),
    loadTexts(language),
  ])
  // The same status and header fields as for programs.
  const problem = createProblem(error, exchange.requestId)
  exchange.log['code'] = error.code
  const maxBytes = exchange.state.maxDocumentBytes
  const retryAfterSeconds = Number(problem.headers.get('retry-after') ?? HTTP_LIMITS.defaultRetrySeconds)
  const message = explainError(error.code, texts, { maxBytes, retryAfterSeconds })
  const needsPassword = error.code === 'document_encrypted'
  const html = errorHtml(texts, message, error.code)
  const response = await pageResponse(exchange, ERROR_STATUS[error.code], { html, needsPassword })
  const retryAfter = problem.headers.get('retry-after')
  if (retryAfter !== undefined) response.headers.set('retry-after', retryAfter)
  logFailure(exchange.state.logger, error, exchange.requestId)
  return response
}

async function handleStyle({ request }: Exchange): Promise<ApiAnswer> {
  const [{ REPORT_STYLE }, { CHECK_STYLE }] = await Promise.all([
    import('../../report/html/report-style.js'),
    import('../check/check-style.js'),
  ])
  const headers = { 'content-type': 'text/css; charset=utf-8' }
  return cacheableAnswer(request, new TextEncoder().encode(REPORT_STYLE + CHECK_STYLE), headers)
}

async function handleScript({ request }: Exchange, name: 'page.js' | 'compare.js'): Promise<ApiAnswer> {
  const { loadScript } = await import('../check/client-files.js')
  return cacheableAnswer(request, loadScript(name), { 'content-type': 'text/javascript; charset=utf-8' })
}

/** The viewer decodes some pictures with WebAssembly, in a worker that has a policy of its own. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

async function handleViewerFile({ request, params }: Exchange): Promise<ApiAnswer> {
  const { loadViewerFile } = await import('../check/client-files.js')
  const { bytes, type } = loadViewerFile(params['folder'] ?? '', params['file'] ?? '')
  return sendViewerFile(request, bytes, type)
}

function sendViewerFile(request: ApiRequest, bytes: Uint8Array, type: string): ApiAnswer {
  return cacheableAnswer(request, bytes, { 'content-type': type, 'content-security-policy': WORKER_POLICY })
}
