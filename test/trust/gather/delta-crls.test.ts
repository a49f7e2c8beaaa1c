/**
 * Delta CRLs that are fetched besides the CRL that they add to.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { onlineRevocation } from '../../../src/index.js'
import { crlUrlsOf, deltaCrlUrlsOf } from '../../../src/trust/revocation/revocation-urls.js'
import { FRESH, leafWith, TODAY, world } from '../crl-matrix/case.js'
import { crlNumber, deltaOf, freshest, points, uri } from '../support/crl-extensions.js'
import { makeCrl, type RevokedOptions, when } from '../support/dated-pki.js'

const COMPLETE = 'http://crl.example.com/complete'
const DELTA = 'http://crl.example.com/delta'
const place = points({ names: [uri(COMPLETE)] })
const leaf = leafWith(place, freshest(uri(DELTA)))
const plain = leafWith(place)

const complete = (...extensions: readonly Uint8Array[]) =>
  makeCrl(world.ca, { at: '2020-02-20', next: '2020-03-20', extensions: [crlNumber(5), ...extensions] })
const delta = (base: number, revoked: readonly RevokedOptions[] = []) =>
  makeCrl(world.ca, { ...FRESH, revoked, extensions: [crlNumber(6), deltaOf(base)] })

async function fetchFor(about: typeof leaf, files: Readonly<Record<string, Uint8Array>>) {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    const url = String(input instanceof Request ? input.url : input)
    asked.push(url)
    const bytes = files[url]
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(Uint8Array.from(bytes))
  }
  const { crls } = await onlineRevocation({ fetch, now: () => when(TODAY) })({
    certificate: about.certificate.der,
    issuer: world.ca.certificate.der,
    ocspUrls: [],
    crlUrls: crlUrlsOf(about.certificate),
  })
  return { asked, crls }
}

it('where the certificate names one', async () => {
  expect(deltaCrlUrlsOf(leaf.certificate)).toEqual([DELTA])
  const [whole, change] = [complete(), delta(5, [{ who: leaf, on: '2020-02-25' }])]
  const { asked, crls } = await fetchFor(leaf, { [COMPLETE]: whole, [DELTA]: change })
  expect(asked).toEqual([COMPLETE, DELTA])
  expect(crls).toEqual([whole, change])
})

it('where the CRL names one', async () => {
  const [whole, change] = [complete(freshest(uri(DELTA))), delta(5)]
  const { crls } = await fetchFor(plain, { [COMPLETE]: whole, [DELTA]: change })
  expect(crls).toEqual([whole, change])
})

it.each([
  ['does not answer', {}],
  ['adds to a later one', { [DELTA]: delta(6) }],
  [
    'is by somebody else',
    { [DELTA]: makeCrl(world.ca, { ...FRESH, forgedBy: world.stranger, extensions: [crlNumber(6), deltaOf(5)] }) },
  ],
  ['is none', { [DELTA]: Uint8Array.of(1, 2, 3) }],
])('and does without one that %s', async (_, files) => {
  const whole = complete()
  const { asked, crls } = await fetchFor(leaf, { [COMPLETE]: whole, ...files })
  expect(asked).toContain(DELTA)
  expect(crls).toEqual([whole])
})

it('and asks nobody where none is named', async () => {
  const { asked } = await fetchFor(plain, { [COMPLETE]: complete(), [DELTA]: delta(5) })
  expect(asked).toEqual([COMPLETE])
})
