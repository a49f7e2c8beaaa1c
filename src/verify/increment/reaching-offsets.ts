/**
 * Finds offsets in a signed revision that lead beyond its end, to bytes that did not exist when it was signed.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf } from '../../pdf/objects.js'
import { viewOf } from '../../pdf/reading.js'
import type { Finding } from '../report.js'

/**
 * Finds the first entry, /Prev or /XRefStm that leads beyond the end.
 *
 * @param document A revision that others follow, without those.
 */
export function findReachingOffset({ bytes, origin, xref, sections }: PdfDocument): Finding | undefined {
  // From this keyword on, readers that skip comments reach the bytes of a later revision.
  const end = viewOf(bytes).lastIndexOf('startxref', undefined, 'latin1') - origin
  for (const num of xref.numbers()) {
    const entry = xref.get(num)
    if (entry?.type === 'in-use' && entry.offset >= end) return describe(`The entry of object ${num}`)
  }
  for (const { trailer } of sections) {
    for (const key of ['Prev', 'XRefStm']) {
      if ((numberOf(trailer.get(key)) ?? 0) >= end) return describe(`/${key} of a trailer`)
    }
  }
  return undefined
}

function describe(what: string): Finding {
  const message = `${what} in the signed revision leads beyond its end, so that bytes added later decide what readers find there.`
  return { code: 'signed_revision_damaged', message }
}
