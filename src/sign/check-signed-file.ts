/**
 * The last check of a signed file before it is returned: that it holds what should have been written.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import { PdfDict, PdfString } from '../pdf/objects.js'
import { ENTRY_IN_USE, findStartXref, ObjectParser, readXrefSection, startsWithAt, viewOf } from '../pdf/reading.js'
import type { IncrementPlan } from './plan-increment.js'

/**
 * Reads the increment back. Its cross-reference section must have the right offset for every object, the ByteRange must cover
 * the whole file except the signature, and /Contents must be the CMS. Nothing is hashed, since the CMS was checked against
 * the digest when it was made.
 *
 * @throws SealwrightError `internal_error` when any of this is wrong.
 */
export function checkSignedFile(
  file: Uint8Array,
  plan: Pick<IncrementPlan, 'document' | 'signatureRef'>,
  cms: Uint8Array,
): void {
  const { document, signatureRef } = plan
  const body = file.subarray(document.origin)
  const incrementStart = document.bytes.length - document.origin
  const section = readXrefSection(body, findStartXref(body))
  check(section.offset >= incrementStart, 'the cross-reference section is not in the increment')
  const previous = document.rebuilt ? undefined : document.sections[0]?.offset
  check(section.trailer.get('Prev') === previous, '/Prev does not lead to the former section')

  let signature: PdfDict | undefined
  for (const { first, types, positions, indices } of section.subsections) {
    for (let i = 0; i < types.length; i++) {
      const offset = positions[i] ?? 0
      if (types[i] !== ENTRY_IN_USE || offset < incrementStart) continue
      const parser = new ObjectParser(body, offset)
      const sound = parser.takeUnsigned() === first + i && parser.takeUnsigned() === indices[i]
      check(sound && parser.takeKeyword('obj'), `object ${first + i} is not where it should be`)
      const object = parser.parseObject()
      if (first + i === signatureRef.num && object instanceof PdfDict) signature = object
    }
  }
  check(signature !== undefined, 'the signature dictionary is missing')
  checkByteRange(file, signature, cms)
}

function checkByteRange(file: Uint8Array, signature: PdfDict, cms: Uint8Array): void {
  const byteRange = signature.get('ByteRange')
  check(Array.isArray(byteRange) && byteRange.length === 4, 'the ByteRange is malformed')
  const [start, gapStart, gapEnd, length] = byteRange as number[]
  check(
    start === 0 && gapStart !== undefined && gapEnd !== undefined && length !== undefined,
    'the ByteRange is malformed',
  )
  check(gapEnd + length === file.length, 'the ByteRange does not reach the end of the file')
  check(file[gapStart] === 0x3c && file[gapEnd - 1] === 0x3e, 'the ByteRange does not leave out the signature alone')
  const contents = signature.get('Contents')
  check(contents instanceof PdfString && contents.bytes.length * 2 === gapEnd - gapStart - 2, '/Contents is malformed')
  check(viewOf(contents.bytes.subarray(0, cms.length)).equals(cms), '/Contents is not the signature')
  check(startsWithAt(file, gapStart + 1, viewOf(cms.subarray(0, 32)).toString('hex')), 'the gap is not /Contents')
}

function check(condition: boolean, fault: string): asserts condition {
  if (!condition) {
    throw new SealwrightError('internal_error', `The signed file failed its own check (${fault}) and was discarded.`)
  }
}
