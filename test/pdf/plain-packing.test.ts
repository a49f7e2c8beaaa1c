/**
 * Streams that readers unpack in more than one way.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { isPackedPlainly } from '../../src/pdf/filter/plain-packing.js'
import { dict, stream } from '../verify/support/notation.js'

const isPlain = (entries: string, isEncrypted = false, isPadded = true) => {
  const security = isEncrypted ? { isPaddedPlainly: () => isPadded } : undefined
  return isPackedPlainly(stream(dict`<<${entries}>>`, ''), (object) => object ?? null, security)
}

describe('a stream', () => {
  it.each([
    [''],
    ['/Filter /FlateDecode'],
    ['/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 5 /Colors 3 /BitsPerComponent 8>>'],
    ['/Filter [/ASCII85Decode /FlateDecode] /DecodeParms [null <</Predictor 2>>]'],
    ['/Filter /LZWDecode /DecodeParms <</EarlyChange 0>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -1 /Columns 1728 /BlackIs1 true>>'],
    ['/Filter /FlateDecode /DecodeParms null'],
    ['/Filter [/Crypt] /DecodeParms [<</Name /Identity>>]'],
    ['/Type /Metadata'],
  ])('is unpacked alike by all readers: %s', (entries) => {
    expect(isPlain(entries)).toBe(true)
  })

  it.each([
    ['/Filter /FlateDecode /DP <</Predictor 12>>'],
    ['/Filter /FlateDecode /F (x)'],
    ['/Filter [/FlateDecode] /DecodeParms <</Predictor 12>>'],
    ['/Filter /FlateDecode /DecodeParms [<</Predictor 12>>]'],
    ['/Filter [/FlateDecode] /DecodeParms [null <</Predictor 12>>]'],
    ['/Filter /FlateDecode /DecodeParms (x)'],
    ['/Filter /FlateDecode /DecodeParms <</Predictor 12.0>>'],
    ['/Filter /FlateDecode /DecodeParms <</Predictor 2 /BitsPerComponent 4>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -.5>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -1 /BlackIs1 1>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -1 /EncodedByteAlign /true>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -1 /EndOfLine 0>>'],
    ['/Filter /CCITTFaxDecode /DecodeParms <</K -1 /EndOfBlock (x)>>'],
    ['/Filter /FlateDecode /DecodeParms <</Predictor 3>>'],
    ['/Filter /FlateDecode /DecodeParms <</Columns 0>>'],
    ['/Filter /FlateDecode /DecodeParms <</Colors 111>>'],
    ['/Filter /FlateDecode /DecodeParms <</BitsPerComponent 7>>'],
    ['/Filter /LZWDecode /DecodeParms <</EarlyChange 2>>'],
  ])('is unpacked in more than one way: %s', (entries) => {
    expect(isPlain(entries)).toBe(false)
  })

  it.each([
    ['/Filter /Crypt'],
    ['/Filter [/Crypt /FlateDecode] /DecodeParms [<</Name /Identity>> null]'],
    ['/Type /Metadata'],
    ['/Type /EmbeddedFile'],
    ['/Type /XRef'],
    ['/Type /ObjStm'],
  ])('is decrypted in more than one way: %s', (entries) => {
    expect(isPlain(entries, true)).toBe(false)
    expect(isPlain(entries)).toBe(true)
  })

  it('is decrypted alike by all readers otherwise', () => {
    expect(isPlain('/Type /XObject /Filter /FlateDecode', true, false)).toBe(false)
    expect(isPlain('/Type /XObject /Filter /FlateDecode', true)).toBe(true)
  })
})
