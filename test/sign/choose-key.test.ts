/**
 * Choosing one of several private keys.
 *
 * @module
 */

import { createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { chooseKey, type KeyPair } from '../../src/sign/identity/choose-key.js'
import { makeCredential, pemToDer } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'

describe.skipIf(!hasTool('openssl'))('several private keys in one file', () => {
  let pairs: KeyPair[]

  beforeAll(() => {
    pairs = ['first', 'second'].map((alias) => {
      const { key, certificate } = makeCredential({ kind: 'p256', subject: `/CN=Owner of ${alias}` })
      return { key: createPrivateKey(key), certificate: parseCertificate(pemToDer(certificate)), alias }
    })
  })

  it('are listed when none is chosen', () => {
    const choose = () => chooseKey(pairs, {})
    expect(choose).toThrow(expect.objectContaining({ code: 'key_ambiguous' }))
    for (const { alias, certificate } of pairs) {
      const serial = toHex(certificate.serialNumber).toUpperCase()
      expect(choose).toThrow(`alias "${alias}", subject CN=Owner of ${alias}, serial number ${serial}`)
    }
  })

  it('are chosen by alias or serial number', () => {
    for (const pair of pairs) {
      const serial = toHex(pair.certificate.serialNumber)
      const withColons = serial.toUpperCase().replace(/..(?=.)/g, '$&:')
      expect(chooseKey(pairs, { alias: pair.alias?.toUpperCase() })).toBe(pair)
      for (const serialNumber of [serial, withColons, `0x00${serial}`]) {
        expect(chooseKey(pairs, { serialNumber })).toBe(pair)
      }
    }
  })

  it('are listed when the choice names none', () => {
    const choose = () => chooseKey(pairs, { alias: 'third' })
    expect(choose).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
    expect(choose).toThrow('alias "first"')
  })

  it('need no choice when one key has two certificates', () => {
    const renewed = pairs.slice(0, 1).flatMap((each) => [each, { ...each, alias: 'renewed' }])
    expect(chooseKey(renewed, {}).alias).toBe('first')
  })
})
