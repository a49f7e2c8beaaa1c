/**
 * Makes BER out of DER.
 *
 * @module
 */

import { concatBytes } from '../../src/bytes.js'
import { childrenOf, contentOf, type DerValue, encodingOf, readDer } from '../../src/cms/asn1/der.js'
import { encodeDer } from '../../src/cms/asn1/der-writer.js'

const END_OF_CONTENTS = new Uint8Array(2)

/** The same value with indefinite lengths everywhere and OCTET STRINGs in two segments. */
export function toBer(der: Uint8Array): Uint8Array {
  return encode(readDer(der))
}

function encode(value: DerValue): Uint8Array {
  if (value.tag === 0x04) {
    const content = contentOf(value)
    const middle = content.length >> 1
    const segments = [content.subarray(0, middle), content.subarray(middle)].map((part) => encodeDer(0x04, part))
    return concatBytes([Uint8Array.of(0x24, 0x80), ...segments, END_OF_CONTENTS])
  }
  if ((value.tag & 0x20) === 0) return encodingOf(value)
  return concatBytes([Uint8Array.of(value.tag, 0x80), ...Array.from(childrenOf(value), encode), END_OF_CONTENTS])
}
