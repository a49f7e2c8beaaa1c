/**
 * `renderReport` where there is no Node.js. What sets text is loaded by the first report as PDF.
 *
 * @module
 */

import type { WebAssets } from '../platform/web/late-assets.js'
import { type RenderedReport, type RenderReportOptions, renderReport } from '../report/render-report.js'
import type { VerificationReport } from '../verify/report.js'

/** Options of a report, and the location of the files that text needs. */
export interface WebReportOptions extends RenderReportOptions {
  /** Where fonts, hyphenation patterns and HarfBuzz are. Only PDF needs it, in each call. */
  readonly assets?: WebAssets | undefined
}

/**
 * Renders a report, as the function of the same name does on Node.js.
 *
 * @throws SealwrightError as on Node.js; `missing_dependency` for a PDF where `assets` is left out or a file of its
 * folder is not there
 * @example
 * ```ts
 * const { bytes } = await renderReport(report, { format: 'pdf', assets: { url: '/sealwright/' } })
 * ```
 */
export async function renderInPage(report: VerificationReport, options: WebReportOptions): Promise<RenderedReport> {
  const { assets, ...others } = options ?? {}
  if (assets === undefined || others.format !== 'pdf') return renderReport(report, others)
  const { renderHere } = await import('./typesetting.js')
  return renderHere(report, others, assets)
}
