/**
 * Every byte of a signed document, changed.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { childrenOf, type DerValue, readDer } from '../../../src/cms/asn1/der.js'
import { verifyDocument } from '../../../src/index.js'
import { latin1Text } from '../../../src/pdf/syntax/syntax.js'
import { PdfFileWriter } from '../../../src/pdf/writing/file-writer.js'
import { extractCms } from '../../support/oracles.js'
import { dict, stream } from '../support/notation.js'
import { sign } from '../support/sign.js'
import { verdictOf } from '../support/verdict.js'

/** A signed document of 4 KB, so that every byte of it can be tried. */
async function signTiny(): Promise<Uint8Array> {
  const file = new PdfFileWriter()
  const pages = file.allocate()
  const content = file.add(stream(dict`<<>>`, 'q Q'))
  const page = file.add(dict`<</Type /Page /Parent ${pages} /MediaBox [0 0 9 9] /Contents ${content}>>`)
  file.put(pages, dict`<</Type /Pages /Kids [${page}] /Count 1>>`)
  return sign(file.finish({ Root: file.add(dict`<</Type /Catalog /Pages ${pages}>>`) }))
}

/** Offsets at which the document with one byte changed (by XOR) is still valid. */
async function survivors(bytes: Uint8Array, start: number, end: number, mask: number): Promise<number[]> {
  const found: number[] = []
  for (let at = start; at < end; at++) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ mask
    if ((await verdictOf(changed)).valid) found.push(at)
  }
  return found
}

describe('a signed document with one byte changed', async () => {
  const bytes = await signTiny()
  const { byteRange, cms } = extractCms(bytes)
  const [, gapStart, gapEnd] = byteRange

  it('is valid as long as nothing is changed', async () => {
    expect((await verifyDocument(bytes)).valid).toBe(true)
  })

  it.each([0x01, 0x20])('is never valid when a signed byte is changed by %i', async (mask) => {
    expect(await survivors(bytes, 0, gapStart, mask)).toEqual([])
    expect(await survivors(bytes, gapEnd, bytes.length, mask)).toEqual([])
  })

  it('is never valid when an angle bracket or the padding of /Contents changes', async () => {
    const padding = gapStart + 1 + 2 * cms.length
    expect(latin1Text(bytes, padding, gapEnd)).toMatch(/^(00)*>$/)
    expect(await survivors(bytes, gapStart, gapStart + 1, 0x01)).toEqual([])
    expect(await survivors(bytes, padding, gapEnd, 0x01)).toEqual([])
  })

  it('is never valid when a digit of the signature changes', async () => {
    const first = gapStart + 1
    const found = await survivors(bytes, first, first + 2 * cms.length, 0x01)
    expect(found.filter((at) => !isUnsignedHead(at))).toEqual([])

    /**
     * CMS signs neither its version numbers nor its identifiers of algorithms (RFC 5652, 5.4; RFC 6211, 1). They decide
     * nothing, for a signature under another algorithm would not fit.
     */
    function isUnsignedHead(at: number): boolean {
      const signedData = [...childrenOf([...childrenOf(readDer(cms))][1] as DerValue)][0] as DerValue
      const [version, digestAlgorithms, , , signerInfos] = [...childrenOf(signedData)] as DerValue[]
      const signerInfo = [...childrenOf(signerInfos as DerValue)][0] as DerValue
      const [signerVersion, , , , signatureAlgorithm] = [...childrenOf(signerInfo)] as DerValue[]
      const byte = (at - first) >> 1
      return [version, digestAlgorithms, signerVersion, signatureAlgorithm].some(
        (value) => value !== undefined && byte >= value.start && byte < value.end,
      )
    }
  })
})
