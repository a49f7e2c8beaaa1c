/**
 * RC2, against the vectors of its specification.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { decryptRc2Cbc } from '../../src/cms/password/rc2.js'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const ZERO_IV = new Uint8Array(8)

describe('RC2', () => {
  // RFC 2268, section 5: key, effective bits, plaintext, ciphertext
  it.each([
    ['0000000000000000', 63, '0000000000000000', 'ebb773f993278eff'],
    ['ffffffffffffffff', 64, 'ffffffffffffffff', '278b27e42e2f0d49'],
    ['3000000000000000', 64, '1000000000000001', '30649edf9be7d2c2'],
    ['88', 64, '0000000000000000', '61a8a244adacccf0'],
    ['88bca90e90875a', 64, '0000000000000000', '6ccf4308974c267f'],
    ['88bca90e90875a7f0f79c384627bafb2', 64, '0000000000000000', '1a807d272bbe5db1'],
    ['88bca90e90875a7f0f79c384627bafb2', 128, '0000000000000000', '2269552ab0f85ca6'],
    ['88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e', 129, '0000000000000000', '5b78d3a43dfff1f1'],
  ])('decrypts the vector with key %s and %i bits', (key, bits, plaintext, ciphertext) => {
    expect(decryptRc2Cbc(hex(key), bits, ZERO_IV, hex(ciphertext))).toEqual(hex(plaintext))
  })

  it('chains blocks', () => {
    const ciphertext = hex('2269552ab0f85ca62269552ab0f85ca6')
    const key = hex('88bca90e90875a7f0f79c384627bafb2')
    expect(decryptRc2Cbc(key, 128, hex('0102030405060708'), ciphertext)).toEqual(
      hex('01020304050607082269552ab0f85ca6'),
    )
  })

  it('refuses a ciphertext that is not in whole blocks', () => {
    expect(() => decryptRc2Cbc(hex('88'), 64, ZERO_IV, new Uint8Array(7))).toThrow(
      expect.objectContaining({ code: 'invalid_identity' }),
    )
  })
})
