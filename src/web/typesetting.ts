/**
 * What sets text where there is no Node.js: conversions, certificate pages, signatures that can be seen, and reports as
 * PDF. It is a build of its own, which the modules beside it load for the first call that names the files of fonts.
 *
 * @module
 */

import {
  CONVERT_OPTIONS,
  type ConvertedFile,
  type ConvertOptions,
  type ConvertRequest,
  convertFile,
} from '../convert/convert-file.js'
import { checkOptions } from '../input/check-options.js'
import type { FileInput } from '../input/read-input.js'
import { raceAbort } from '../pace/race-abort.js'
import { useAssets, type WebAssets } from '../platform/web/late-assets.js'
import type { RenderedReport, RenderReportOptions } from '../report/render-report.js'
import type { SignRequest } from '../sign/request/request.js'
import type { SignedDocument } from '../sign/seal-document.js'
import type { SignOptions } from '../sign/sign-options.js'
import type { PreparedSignature, PrepareOptions } from '../sign/two-phase/prepare-signature.js'
import type { VerificationReport } from '../verify/report.js'

/** Conversion options, and the location of the files that conversions need. */
export interface WebConvertOptions extends Omit<ConvertOptions, 'assets'> {
  /** Where fonts, hyphenation patterns and HarfBuzz are. It holds for all later calls, too. */
  readonly assets?: WebAssets | undefined
}

/** Uses the files of `assets`, and converts. */
export async function convertHere(
  input: FileInput | string,
  request: ConvertRequest,
  options: WebConvertOptions,
): Promise<ConvertedFile> {
  checkOptions(options, CONVERT_OPTIONS)
  const { assets, ...others } = options
  useAssets(assets)
  return untilAborted(convertFile(input, request, others), others)
}

/** Signs with the fonts of `assets`. */
export async function signHere(
  input: FileInput,
  request: SignRequest,
  options: SignOptions,
  assets: WebAssets,
): Promise<SignedDocument> {
  useAssets(assets)
  const { signDocument } = await import('../sign/sign-document.js')
  return untilAborted(signDocument(input, request, options), options)
}

/** Prepares a signature with the fonts of `assets`. */
export async function prepareHere(
  input: FileInput,
  request: SignRequest,
  options: PrepareOptions,
  assets: WebAssets,
): Promise<PreparedSignature> {
  useAssets(assets)
  const { prepareSignature } = await import('../sign/two-phase-signature.js')
  return untilAborted(prepareSignature(input, request, options), options)
}

/** Renders a report with the fonts of `assets`. */
export async function renderHere(
  report: VerificationReport,
  options: RenderReportOptions,
  assets: WebAssets,
): Promise<RenderedReport> {
  useAssets(assets)
  const { renderReport } = await import('../report/render-report.js')
  return untilAborted(renderReport(report, options), options)
}

/** Rejects once the call is aborted, even while it waits for a file. The file goes on loading: other calls may wait for it. */
function untilAborted<T>(work: Promise<T>, { signal }: { readonly signal?: AbortSignal | undefined }): Promise<T> {
  return signal === undefined ? work : raceAbort(work, signal)
}
