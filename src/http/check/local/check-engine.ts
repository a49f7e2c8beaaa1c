/**
 * The thread in which a page verifies documents. The page passes it the file and shows the markup that it returns.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import { getPage } from '../../../pdf/catalog.js'
import { PdfDocument } from '../../../pdf/document.js'
import { explainError } from '../../../report/explain-error.js'
import { checkResult } from '../../../report/html/check-result.js'
import type { PageOutline } from '../../../report/html/page-outlines.js'
import { renderReport } from '../../../report/render-report.js'
import { loadTexts } from '../../../texts/texts.js'
import type { VerificationReport } from '../../../verify/report.js'
import { verifyDocument } from '../../../verify/verify-document.js'
import { checkPage, errorHtml } from '../check-page.js'
import { verifySettings } from './host-settings.js'
import type { AskingPage, EngineAnswer, EngineRequest, File } from './local-check.js'

/** The parts of a worker's global scope that are used. */
interface WorkerScope {
  onmessage: ((event: { readonly data: EngineRequest }) => void) | null
  postMessage(answer: EngineAnswer): void
}

/** The result of the last verification, or the error. */
type Outcome =
  | {
      readonly report: VerificationReport
      readonly fileName: string
      readonly verifiedAt: Date
      readonly outlines?: ReadonlyMap<number, PageOutline>
    }
  | { readonly error: unknown }

const scope = globalThis as unknown as WorkerScope
let last: Outcome | undefined

scope.onmessage = ({ data }) => void answer(data)
// Everything that the first document needs is loaded now. The first document then does not wait, and the page knows that this
// browser can run the engine.
Promise.all([import('../../../verify/verify-pdf.js'), import('../../../report/describe-report.js')]).then(
  () => scope.postMessage({ kind: 'ready' }),
  () => scope.postMessage({ kind: 'failed' }),
)

async function answer(request: EngineRequest): Promise<void> {
  const { id, kind, page } = request
  // A thread that replaced another one has not verified anything yet.
  if (kind === 'check' || last === undefined) last = await verify(request)
  if (kind === 'report') scope.postMessage({ kind: 'file', id, bytes: await reportFile(last, page) })
  else {
    const html = await (kind === 'page' ? pageHtml(last, page) : resultHtml(last, page))
    scope.postMessage({ kind: 'html', id, html })
  }
}

async function verify({ file, password, page, id }: EngineRequest): Promise<Outcome> {
  const { settings, maxBytes, hasViewer } = page.local
  try {
    const report = await verifyDocument(file, {
      ...verifySettings(settings),
      maxBytes,
      ...(password === '' ? {} : { password }),
      onProgress: ({ done, total }) => scope.postMessage({ kind: 'progress', id, done, total }),
    })
    const outlines = hasViewer ? {} : { outlines: await outlinesOf(report, file, password) }
    return { report, fileName: nameOf(file), verifiedAt: new Date(), ...outlines }
  } catch (error) {
    return { error }
  }
}

function nameOf({ name }: File): string {
  return name
}

async function resultHtml(outcome: Outcome, { language, local }: AskingPage): Promise<string> {
  const { settings, host, hasViewer, maxBytes } = local
  if ('report' in outcome) {
    const { report, ...circumstances } = outcome
    const here = { host, isRevocationOpen: settings.asksRevocation }
    return checkResult(report, { ...circumstances, language, policy: settings.policy, hasViewer, here })
  }
  const code = outcome.error instanceof SealwrightError ? outcome.error.code : 'internal_error'
  const { page: texts } = await loadTexts(language)
  return errorHtml(texts, explainError(code, texts, { maxBytes, retryAfterSeconds: 0 }), code)
}

async function reportFile(outcome: Outcome, { language, local }: AskingPage): Promise<Uint8Array> {
  if ('error' in outcome) return new Uint8Array(0)
  const { report, fileName, verifiedAt } = outcome
  const { policy } = local.settings
  const named = policy === undefined ? {} : { policy }
  const { bytes } = await renderReport(report, { format: 'html', language, fileName, verifiedAt, ...named })
  return bytes
}

async function pageHtml(outcome: Outcome, page: AskingPage): Promise<string> {
  const { language, local } = page
  const { page: texts } = await loadTexts(language)
  const { host, maxBytes } = local
  return checkPage({ language, texts, host, maxBytes, local, result: await resultHtml(outcome, page) })
}

/** Maximum number of pages whose sizes are read. Further pages are not shown. */
const MAX_PAGES = 50

/** Sizes of the pages with changes, by page number. Empty for a file that cannot be opened as it stands. */
async function outlinesOf(
  { signers }: VerificationReport,
  file: Blob,
  password: string,
): Promise<ReadonlyMap<number, PageOutline>> {
  const places = signers.flatMap(({ changes }) => changes.changes.flatMap((change) => change.places ?? []))
  const numbers = [...new Set(places.map(({ page }) => page))].slice(0, MAX_PAGES)
  const outlines = new Map<number, PageOutline>()
  if (numbers.length === 0) return outlines
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const document = PdfDocument.open(bytes, password === '' ? {} : { password })
    for (const number of numbers) {
      const page = getPage(document, number - 1)
      if (page !== undefined) outlines.set(number, { box: page.box, rotation: page.rotation })
    }
  } catch {
    // The report explains what is wrong with the file.
  }
  return outlines
}
