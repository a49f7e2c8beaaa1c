/**
 * `/v1/check`: the page on which people drop signed PDFs.
 *
 * @module
 */
import type { SealwrightError } from '../../errors.js'
import { type Language, loadTexts } from '../../texts/texts.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import type { ApiOptions } from '../api-options.js'
import { recognize } from '../authenticate.js'
import { cacheableAnswer } from '../cacheable-answer.js'
import { CLIENT_SCRIPTS, type ClientScript } from '../check/client-scripts.js'
import type { LocalCheck } from '../check/local/local-check.js'
import { ERROR_STATUS } from '../error-status.js'
import { HTTP_LIMITS } from '../http-limits.js'
import { asKnownError, logFailure } from '../log-failure.js'
import { createProblem } from '../problem.js'
import type { Exchange, Route } from '../route.js'
import { verifyFor } from './document-routes.js'
import { languageOf, reportAnswer } from './report-answer.js'

/** The routes of the page, of the files that it loads, and of its form. Empty unless `check` is on. */
export function checkRoutes({ check = false }: Pick<ApiOptions, 'check'>): Route[] {
  if (check === false) return []
  return [
    {
      path: '/v1/check',
      methods: { GET: handlePage, POST: handleCheck },
      query: ['language', 'format', 'where'],
      isSafe: true,
    },
    { path: '/v1/check/page.css', methods: { GET: handleStyle }, isSafe: true },
    ...CLIENT_SCRIPTS.map((name) => ({
      path: `/v1/check/${name}`,
      methods: { GET: (exchange: Exchange) => handleScript(exchange, name) },
      isSafe: true,
    })),
    { path: '/v1/check/engine/{file}', methods: { GET: handleEngineFile }, isSafe: true },
    { path: '/v1/check/viewer/{folder}/{file}', methods: { GET: handleViewerFile }, isSafe: true },
  ]
}

async function handlePage(exchange: Exchange): Promise<ApiAnswer> {
  return pageResponse(exchange, 200, undefined)
}

/** The host in the address that the browser shows. */
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
  const host = hostOf(exchange)
  const local = result === undefined ? await localCheck(exchange, host) : undefined
  const isByChoice = exchange.url.searchParams.get('where') === 'server'
  const html = checkPage({
    language,
    texts,
    host,
    maxBytes: exchange.state.maxDocumentBytes,
    isByChoice: isByChoice && local !== undefined,
    ...(local === undefined || isByChoice ? {} : { local }),
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

/** Data with which the page verifies by itself; undefined where it must send files. */
async function localCheck({ state }: Exchange, host: string): Promise<LocalCheck | undefined> {
  const { check, verify } = state.options
  if (typeof check === 'object' && check.inPage === false) return undefined
  const [{ findEngine }, { findViewer }, { hostSettings }] = await Promise.all([
    import('../check/local/engine-files.js'),
    import('../check/client-files.js'),
    import('../check/local/host-settings.js'),
  ])
  const engine = findEngine()
  const settings = hostSettings(verify)
  if (engine === undefined || settings === undefined) return undefined
  return {
    engine: `engine/${engine.entry}`,
    settings,
    host,
    maxBytes: state.maxDocumentBytes,
    hasViewer: findViewer() !== undefined,
  }
}

/** Verifies an uploaded file, and answers with the whole page again, so that no script is needed. */
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
    // A client that has disconnected reads no answer.
    if (exchange.request.signal.aborted) throw error
    return errorPage(exchange, asKnownError(error), language)
  }
}

async function errorPage(exchange: Exchange, error: SealwrightError, language: Language): Promise<ApiAnswer> {
  const [{ errorHtml }, { explainError }, { page: texts }] = await Promise.all([
    import('../check/check-page.js'),
    import('../../report/explain-error.js'),
    loadTexts(language),
  ])
  // The status and header fields are those of the API's other routes.
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

async function handleScript({ request }: Exchange, name: ClientScript): Promise<ApiAnswer> {
  const { loadScript } = await import('../check/client-files.js')
  return cacheableAnswer(request, loadScript(name), THREAD_SCRIPT)
}

/**
 * Policy of scripts that threads of the page start with, which is also the policy of the thread. A thread loads scripts of this
 * service and nothing else, and runs WebAssembly, which computes hashes and decodes pictures.
 */
const THREAD_SCRIPT = {
  'content-type': 'text/javascript; charset=utf-8',
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
}

/** Serves a module of the engine. Its name changes with its content, so browsers may cache it without asking again. */
async function handleEngineFile({ request, params }: Exchange): Promise<ApiAnswer> {
  const { loadEngineFile } = await import('../check/local/engine-files.js')
  const isPacked = /\bgzip\b/i.test(request.headers.get('accept-encoding') ?? '')
  return bytesAnswer(loadEngineFile(params['file'] ?? '', isPacked ? 'gzip' : 'identity'), {
    ...THREAD_SCRIPT,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  })
}

async function handleViewerFile({ request, params }: Exchange): Promise<ApiAnswer> {
  const { loadViewerFile } = await import('../check/client-files.js')
  return cacheableAnswer(request, loadViewerFile(params['folder'] ?? '', params['file'] ?? ''), THREAD_SCRIPT)
}
