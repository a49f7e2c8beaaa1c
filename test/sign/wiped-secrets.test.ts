/**
 * Keys and passphrases in bytes are zeroes after their use, and what the caller gave is as it was.
 *
 * @module
 */
import { createPrivateKey } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { identityFromPem, identityFromPkcs12, type SigningIdentity } from '../../src/index.js'
import { makeCredential, makePkcs12 } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'

afterEach(() => vi.restoreAllMocks())

/** What arrays held before they were filled with zeroes, and the arrays. */
function watchWiping(): { held: Buffer[]; arrays: Uint8Array[] } {
  const watched: { held: Buffer[]; arrays: Uint8Array[] } = { held: [], arrays: [] }
  const fill = Uint8Array.prototype.fill
  vi.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (this: Uint8Array, ...args) {
    if (args[0] === 0 && this.length > 0) {
      watched.held.push(Buffer.from(Array.from(this)))
      watched.arrays.push(this)
    }
    return fill.apply(this, args)
  })
  return watched
}

const PASSPHRASE = 'open sesame'

describe.skipIf(!hasTool('openssl'))('after an identity was made', () => {
  /** Makes an identity, and sees that it signs, that the key was wiped, and that the file is as it was. */
  async function expectWiped(file: Uint8Array, key: string, open: () => Promise<SigningIdentity>) {
    const before = Buffer.from(file)
    const { held, arrays } = watchWiping()
    const identity = await open()
    const secret = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' })
    expect(held.some((bytes) => bytes.equals(secret))).toBe(true)
    expect(arrays.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
    expect(before.equals(file)).toBe(true)
    expect((await identity.sign(new Uint8Array(5))).length).toBeGreaterThan(60)
    return held
  }

  it.each([
    ['AES', []],
    ['triple DES', ['-legacy', '-keypbe', 'PBE-SHA1-3DES']],
    ['RC2 around the certificates', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40']],
    ['no encryption', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
  ])('the key of a PKCS#12 file with %s is zeroes', async (name, settings) => {
    const credential = makeCredential({ kind: 'p256' })
    const file = makePkcs12(credential, PASSPHRASE, settings)
    const held = await expectWiped(file, credential.key, () => identityFromPkcs12(file, PASSPHRASE))
    // The passphrase as UTF-8, and as the BMPString that older ciphers and MACs are derived from.
    expect(held.some((bytes) => bytes.equals(Buffer.from(PASSPHRASE)))).toBe(true)
    const bmp = Buffer.from(`${PASSPHRASE}\0`, 'utf16le').swap16()
    expect(
      held.some((bytes) => bytes.equals(bmp)),
      name,
    ).toBe(true)
  })

  it('the key of a PEM text is zeroes, and the text is as it was', async () => {
    const { key, certificate } = makeCredential({ kind: 'p256' })
    const file = Buffer.from(key)
    await expectWiped(file, key, () => identityFromPem({ key: file, certificate }))
  })

  it("a key in DER is the caller's, and is as it was", async () => {
    const { key, certificate } = makeCredential({ kind: 'p256' })
    const der = new Uint8Array(createPrivateKey(key).export({ format: 'der', type: 'pkcs8' }))
    const before = der.slice()
    await identityFromPem({ key: der, certificate })
    expect(der).toEqual(before)
  })
})
