/**
 * The sizes of pages with changes, for a page that cannot draw them.
 *
 * @module
 */

import { getPage } from '../../../pdf/catalog.js'
import { PdfDocument } from '../../../pdf/document.js'
import type { PageOutline } from '../../../report/html/page-outlines.js'
import type { VerificationReport } from '../../../verify/report.js'

/** Maximum number of pages whose sizes are read. Further pages are not shown. */
const MAX_PAGES = 50

/** Sizes of the pages with changes, by page number. Empty for a file that cannot be opened as it stands. */
export async function outlinesOf(
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
