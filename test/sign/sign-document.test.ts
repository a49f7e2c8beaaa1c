/**
 * `signDocument`: what it appends, what others say of it, and what it refuses.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { P12Signer } from '@signpdf/signer-p12'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { identityFromSignpdf } from '../../src/sign/identity/signpdf-identity.js'
import type { SignRequest } from '../../src/sign/request/request.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { makePdf, ONE_PAGE, plain } from '../pdf/make-pdf.js'
import { makeTestKey } from '../support/keys.js'
import {
  bouncyCastleVerify,
  extractCms,
  opensslCmsVerify,
  pdfinfo,
  pdfsig,
  pdftotext,
  withFiles,
} from '../support/oracles.js'
import { makeSamplePdfs, type SamplePdf } from '../support/sample-pdfs.js'
import { hasTool, runTool } from '../support/tools.js'
import { codeOf, detach, identityOf, judge, requestWith, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'pdfinfo', 'pdfdetach', 'openssl'].every(hasTool)
const file = makePdf(ONE_PAGE)

/** The dictionary of the newest signature. */
function signatureOf(bytes: Uint8Array): Record<string, unknown> {
  const document = PdfDocument.open(bytes)
  const signatures = [...document.xref.numbers()]
    .map((num) => document.resolve(new PdfRef(num)))
    .filter((object): object is PdfDict => object instanceof PdfDict && object.has('ByteRange'))
  return plain(signatures.at(-1)) as Record<string, unknown>
}

/** Digests of the hash chain of an audit record, computed as its documentation says. */
function chainOf(record: Record<string, unknown>): string {
  const canonical = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  const { auditTrail, digest: _, ...header } = record
  let last = createHash('sha256').update(canonical(header)).digest()
  for (const { digest, ...event } of auditTrail as { digest: string }[]) {
    last = createHash('sha256').update(last).update(canonical(event)).digest()
    expect(digest).toBe(last.toString('hex'))
  }
  return last.toString('hex')
}

describe('signDocument', () => {
  it('appends to the input and leaves it alone', async () => {
    const input = file.slice()
    const { bytes, contentType } = await signDocument(input, WITH_PAGE, { identity: await identityOf() })
    expect(contentType).toBe('application/pdf')
    expect(input).toEqual(file)
    expect(bytes.subarray(0, file.length)).toEqual(file)
    expect(bytes.buffer).not.toBe(input.buffer)
  })

  it('gives the same bytes for the same request, key and clock', async () => {
    const request = { ...WITH_PAGE, eventId: 'event-1' }
    const time = Date.now()
    const now = () => new Date(time)
    const [one, two] = await Promise.all([sign(file, { now }, request), sign(file, { now }, request)])
    expect(one).toEqual(two)
    expect(await sign(file, { now: () => new Date(time + 1000) }, request)).not.toEqual(one)
  })

  it('signs many documents at once', async () => {
    const pages = Array.from({ length: 8 }, (_, i) => makePdf({ ...ONE_PAGE, 4: `(${i})` }))
    const signed = await Promise.all(pages.map((page) => sign(page, {}, WITH_PAGE)))
    signed.forEach((bytes, i) => {
      expect(bytes.subarray(0, pages[i]?.length)).toEqual(pages[i])
    })
    expect(
      new Set(signed.map((bytes) => latin1Text(bytes).match(/sealwright.audit-trail[\s\S]*?"sha256": "(\w+)"/)?.[1]))
        .size,
    ).toBe(8)
  })

  it('says who signed, why, where and when, in any script', async () => {
    const identity = await identityOf()
    const now = new Date()
    const request = requestWith({
      signer: { name: '\u0410\u0434\u0430 \u6f22\u5b57 \ud83d\udd8b', email: 'ada@example.com' },
    })
    const signature = signatureOf(
      await sign(file, { identity, now: () => now, reason: 'Ich stimme zu', location: 'K\u00f6ln' }, request),
    )
    expect(signature).toMatchObject({
      Type: '/Sig',
      Filter: '/Adobe.PPKLite',
      SubFilter: '/ETSI.CAdES.detached',
      ContactInfo: 'ada@example.com',
      Reason: 'Ich stimme zu',
      Location: '\xfe\xff\0K\0\xf6\0l\0n',
      M: `D:${now.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`,
    })
    const name = Buffer.from(String(signature['Name']).slice(2), 'latin1').swap16().toString('utf16le')
    expect(name).toBe('\u0410\u0434\u0430 \u6f22\u5b57 \ud83d\udd8b')
  })

  it('names the signer and the event as the reason when none is given', async () => {
    const signature = signatureOf(await sign(file, {}, requestWith({ eventId: 'E-7' })))
    expect(signature['Reason']).toBe('Signed by Ada Lovelace <ada@example.com>, event E-7')
  })

  it('accepts the synonyms of an event type', async () => {
    const timestamp = '2026-01-31T13:00:00+01:00'
    for (const event of [{ event: 'submit' }, { data: { event: 'submit' } }, { data: { type: 'submit' } }]) {
      const request = requestWith({ auditTrail: [{ timestamp, ...event }] })
      const record = JSON.parse(
        /\{\n {2}"format"[\s\S]*?\n\}\n/.exec(latin1Text(await sign(file, {}, request)))?.[0] ?? '',
      )
      expect(record.auditTrail).toMatchObject([{ timestamp: '2026-01-31T12:00:00.000Z', type: 'submit' }])
    }
  })
})

describe.skipIf(!TOOLS)('signDocument, judged by independent programs', () => {
  let samples: readonly SamplePdf[] = []
  beforeAll(async () => {
    samples = await makeSamplePdfs()
  })

  it.each(['table', 'stream', 'encrypted table', 'encrypted stream', 'linearized'])(
    'signs a file with the structure: %s',
    async (name) => {
      const { bytes } = samples.find((sample) => sample.name === name) ?? { bytes: file }
      for (const request of [requestWith(), WITH_PAGE]) {
        const signed = await sign(bytes, {}, request)
        expect(await judge(signed)).toEqual(soundVerdict('Signature1'))
        await withFiles({ 'file.pdf': signed }, async (path) => {
          expect((await pdfinfo(path('file.pdf'))).pages > 3).toBe(request === WITH_PAGE)
          const text = await pdftotext(path('file.pdf'))
          expect(text).toMatch(/Page 1[\s\S]*Page 3/)
          expect(text.includes('ada@example.com')).toBe(request === WITH_PAGE)
        })
      }
    },
  )

  it('gives a PAdES signature for OpenSSL and Bouncy Castle', async () => {
    const rsa = extractCms(await sign(file))
    expect(rsa.byteRange[0]).toBe(0)
    expect(await opensslCmsVerify(rsa.cms, rsa.content, { cades: true })).toMatchObject({ valid: true })
    const ec = extractCms(await sign(file, { identity: await identityOf('ec') }))
    expect(await opensslCmsVerify(ec.cms, ec.content, { cades: true })).toMatchObject({ valid: true })
    if (!hasTool('bouncycastle')) return
    const ed25519 = extractCms(await sign(file, { identity: await identityOf('ed25519') }))
    expect(await bouncyCastleVerify([rsa, ec, ed25519])).toEqual(Array(3).fill({ valid: true, message: '' }))
  })

  it.each([
    ['table', 'with', WITH_PAGE],
    ['encrypted table', 'with', WITH_PAGE],
    ['encrypted stream', 'without', requestWith()],
  ])('attaches the record to a %s, %s the page; its chain can be recomputed', async (name, _, request) => {
    const { bytes } = samples.find((sample) => sample.name === name) ?? { bytes: file }
    const full: SignRequest = {
      ...request,
      eventId: 'E-1',
      metadata: { deep: { list: [1, 2.5, 'x', null] }, '\u00e9': true },
      auditTrail: [
        { timestamp: '2026-01-31T12:00:00Z', type: 'submit', data: { text: '\u6f22\u5b57' } },
        { timestamp: '2026-01-31T11:00:00Z', type: 'open' },
      ],
    }
    const attachments = await detach(await sign(bytes, {}, full))
    expect([...attachments.keys()]).toEqual(['audit-trail.json'])
    const record = JSON.parse(attachments.get('audit-trail.json') ?? '')
    expect(record).toMatchObject({ eventId: 'E-1', metadata: full.metadata, signer: full.signer })
    expect(record.document).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      name: 'Sample',
    })
    expect(record.auditTrail.map(({ type }: { type: string }) => type)).toEqual(['open', 'submit'])
    expect(record.digest).toBe(chainOf(record))
  })

  it('prints the record on the certificate page', async () => {
    const [sample] = samples
    const signed = await sign(
      sample?.bytes ?? file,
      { serviceName: 'Example Seals' },
      { ...WITH_PAGE, eventId: 'E-42', metadata: { contract: 'K-9' } },
    )
    const record = JSON.parse((await detach(signed)).get('audit-trail.json') ?? '')
    const text = await withFiles({ 'file.pdf': signed }, (path) => pdftotext(path('file.pdf'), 4))
    const joined = text.replace(/\s+/g, '')
    for (const part of [
      'Ada Lovelace',
      'E-42',
      'K-9',
      'Example Seals',
      'Sample',
      record.digest,
      record.document.sha256,
    ]) {
      expect(joined).toContain(part.replace(/\s+/g, ''))
    }
  })

  it.each([
    ['A4', '/MediaBox [0 0 595.28 841.89]', '595.28 x 841.89 pts (A4)'],
    ['Letter', '/MediaBox [0 0 612 792]', '612 x 792 pts (letter)'],
    ['landscape', '/MediaBox [0 0 842 595]', '842 x 595 pts (A4)'],
    ['a box away from the origin', '/MediaBox [100 100 712 892]', '612 x 792 pts (letter)'],
    ['cropped', '/MediaBox [0 0 800 1000] /CropBox [10 10 605 852]', '595 x 842 pts (A4)'],
    ['rotated by 90', '/MediaBox [0 0 842 595] /Rotate 90', '595 x 842 pts (A4)'],
    ['rotated by 180', '/MediaBox [0 0 612 792] /Rotate 180', '612 x 792 pts (letter)'],
    ['tiny', '/MediaBox [0 0 20 20]', '297.65 x 297.65 pts'],
    ['without a box', '', '612 x 792 pts (letter)'],
  ])('makes the certificate page as large as a first page that is %s', async (_, box, size) => {
    const input = makePdf({ ...ONE_PAGE, 3: `<</Type /Page /Parent 2 0 R ${box}>>` })
    const signed = await sign(input, {}, WITH_PAGE)
    await withFiles({ 'file.pdf': signed }, async (path) => {
      const { fields } = await pdfinfo(path('file.pdf'))
      expect(Number(fields.get('Pages'))).toBeGreaterThan(1)
      const { stdout } = await runTool('pdfinfo', ['-f', '2', '-l', '2', path('file.pdf')])
      expect(stdout).toContain(size)
      expect(stdout).toMatch(/rot: *0/)
    })
  })

  it('takes any signer of @signpdf, and says what it made', async () => {
    const { pkcs12, passphrase } = makeTestKey()
    const identity = identityFromSignpdf(new P12Signer(Buffer.from(pkcs12), { passphrase }))
    const once = await sign(file, { identity }, WITH_PAGE)
    const twice = await sign(once, { identity })
    expect(await judge(twice)).toEqual(soundVerdict('Signature1', 'Signature2'))
    const { signatures } = await withFiles({ 'file.pdf': twice }, (path) => pdfsig(path('file.pdf')))
    expect(signatures.map(({ subFilter }) => subFilter)).toEqual(['adbe.pkcs7.detached', 'adbe.pkcs7.detached'])
  })

  it('signs what pdf-lib makes of a signed document', async () => {
    const signed = await sign(file, {}, WITH_PAGE)
    const rewritten = await (await PDFDocument.load(signed)).save()
    expect(await codeOf(sign(new Uint8Array(rewritten)))).toBe('none')
  })
})

describe('signDocument refuses', () => {
  const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0)

  it.each([
    ['an empty input', new Uint8Array(0), 'invalid_document'],
    ['text', latin1Bytes('Dear reader'), 'invalid_document'],
    ['a header alone', latin1Bytes('%PDF-1.7\n'), 'invalid_document'],
    ['a document without pages', makePdf({ ...ONE_PAGE, 2: '<</Type /Pages /Kids [] /Count 0>>' }), 'invalid_document'],
    ['a document without a page tree', makePdf({ ...ONE_PAGE, 1: '<</Type /Catalog>>' }), 'invalid_document'],
    ['the first bytes of an archive', zip, 'invalid_document'],
    ['more than 25 MB', new Uint8Array(25 * 1024 * 1024 + 1), 'file_too_large'],
    ['no bytes at all', 'text' as unknown as Uint8Array, 'invalid_request'],
    ['nothing', undefined as unknown as Uint8Array, 'invalid_request'],
  ])('%s', async (_, input, code) => {
    expect(await codeOf(sign(input))).toBe(code)
  })

  it('more than maxBytes', async () => {
    expect(await codeOf(sign(file, { maxBytes: file.length - 1 }))).toBe('file_too_large')
    expect(await codeOf(sign(file, { maxBytes: file.length }))).toBe('none')
  })

  it.each([
    ['no options', undefined],
    ['no identity', {}],
    ['null for an identity', { identity: null }],
    ['maxBytes of 0', { maxBytes: 0 }],
    ['maxBytes that is no number', { maxBytes: Number.NaN }],
    ['certify 4', { certify: 4 }],
    ['a reason that is no text', { reason: 5 }],
    ['a field that is no text', { field: {} }],
    ['field and appearance', { field: 'a', appearance: { rectangle: [0, 0, 9, 9] } }],
    ['an appearance without a rectangle', { appearance: {} }],
    ['an appearance without area', { appearance: { rectangle: [0, 0, 9, 0] } }],
    ['an appearance at infinity', { appearance: { rectangle: [0, 0, 9, Number.POSITIVE_INFINITY] } }],
    ['an appearance on page 0', { appearance: { page: 0, rectangle: [0, 0, 9, 9] } }],
    ['an appearance behind the last page', { appearance: { page: 2, rectangle: [0, 0, 9, 9] } }],
    ['a clock that is broken', { now: () => new Date(Number.NaN) }],
    ['a clock that gives a number', { now: () => 5 }],
    ['a clock beyond what dates in a PDF can say', { now: () => new Date(8e15) }],
  ])('%s', async (_, options) => {
    const identity = await identityOf()
    const whole =
      options === undefined || 'identity' in options || Object.keys(options).length === 0
        ? options
        : { identity, ...options }
    expect(await codeOf(signDocument(file, requestWith(), whole as never))).toBe('invalid_request')
  })

  it.each([
    ['no signer', { signer: undefined }],
    ['a blank name', { signer: { name: ' ', email: 'a@example.com' } }],
    ['no submit event', { auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'open' }] }],
    ['an unknown member', { certifcate: { enabled: false } }],
  ])('a request with %s', async (_, changes) => {
    expect(await codeOf(sign(file, {}, { ...requestWith(), ...changes } as SignRequest))).toBe('invalid_request')
  })
})

describe('signDocument and the clock', () => {
  it('signs only while the certificate is valid', async () => {
    const day = 24 * 3600_000
    expect(await codeOf(sign(file, { now: () => new Date(Date.now() - day) }))).toBe('certificate_not_yet_valid')
    expect(await codeOf(sign(file, { now: () => new Date(Date.now() + 366 * day) }))).toBe('certificate_expired')
    expect(await codeOf(sign(file, { now: () => new Date(Date.now() + 364 * day) }))).toBe('none')
  })
})

describe('signDocument and identities that fail', () => {
  const withSign = async (call: (data: Uint8Array, options?: { signal?: AbortSignal }) => unknown) => {
    const { certificates, algorithm } = await identityOf()
    return { certificates, algorithm, sign: call as (data: Uint8Array) => Uint8Array }
  }

  it.each([
    ['garbage', () => new Uint8Array(256).fill(7)],
    ['nothing', () => undefined],
    ['an empty signature', () => new Uint8Array(0)],
    ['text', () => Promise.resolve('signature')],
    ['far too much', () => new Uint8Array(100_000)],
    ['an error', () => Promise.reject(new Error('the HSM is on fire'))],
    [
      'an error at once',
      () => {
        throw new TypeError('no key')
      },
    ],
  ])('signing_failed for one that gives %s', async (_, call) => {
    const promise = sign(file, { identity: await withSign(call) })
    await expect(promise).rejects.toMatchObject({ code: 'signing_failed' })
  })

  it('invalid_identity for one without a usable certificate', async () => {
    const { algorithm, sign: call } = await identityOf()
    for (const certificates of [[], [Uint8Array.of(0x30, 0)], [new Uint8Array(0)]]) {
      expect(await codeOf(sign(file, { identity: { certificates, algorithm, sign: call } }))).toBe('invalid_identity')
    }
  })

  it('rejects with the reason of the signal, before and during the signature', async () => {
    const reason = new Error('changed my mind')
    await expect(sign(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

    const controller = new AbortController()
    const hanging = await withSign(() => {
      queueMicrotask(() => controller.abort(reason))
      return new Promise(() => undefined)
    })
    await expect(sign(file, { identity: hanging, signal: controller.signal })).rejects.toBe(reason)

    const late = new AbortController()
    const { sign: call, ...rest } = await identityOf()
    const identity = {
      ...rest,
      sign: async (data: Uint8Array) => {
        const signature = await call(data)
        late.abort(reason)
        return signature
      },
    }
    await expect(sign(file, { identity, signal: late.signal })).rejects.toBe(reason)
  })

  it('hands the signal to the identity', async () => {
    const { signal } = new AbortController()
    const { sign: call, ...rest } = await identityOf()
    const seen: unknown[] = []
    const identity = {
      ...rest,
      sign: (data: Uint8Array, options?: { readonly signal?: AbortSignal }) => {
        seen.push(options?.signal)
        return call(data)
      },
    }
    await sign(file, { identity, signal })
    expect(seen).toEqual([signal])
  })
})
