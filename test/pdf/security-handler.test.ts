/**
 * Encrypted documents, those of qpdf included.
 *
 * @module
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { SecurityHandler } from '../../src/pdf/encryption/security-handler.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../src/pdf/objects.js'
import { codeOf } from '../support/code-of.js'
import { hasTool, runTool } from '../support/tools.js'

const CONTENT = 'BT /F1 12 Tf (shown) Tj ET'
const METADATA = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'
const ATTACHMENT = 'attached text that is longer than one block'
const REF = new PdfRef(7, 0)

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** One page, an information dictionary (5), XMP metadata (6) and an attachment (8). */
function plainPdf(): string {
  const stream = (dict: string, data: string) => `<< ${dict} /Length ${data.length} >>\nstream\n${data}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 7 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>',
    stream('', CONTENT),
    '<< /Title (A plain title) /Author () >>',
    stream('/Type /Metadata /Subtype /XML', METADATA),
    '<< /Type /Filespec /F (a.txt) /EF << /F 8 0 R >> >>',
    stream('/Type /EmbeddedFile', ATTACHMENT),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const startxref = file.length
  return `${file}xref\n0 9\n0000000000 65535 f \n${rows}trailer\n<< /Size 9 /Root 1 0 R /Info 5 0 R >>\nstartxref\n${startxref}\n%%EOF\n`
}

/** Title, page content, metadata and attachment as a document gives them. */
function readAll(document: PdfDocument) {
  const dict = (object: PdfObject | undefined) => {
    const value = document.resolve(object)
    return value instanceof PdfDict ? value : value instanceof PdfStream ? value.dict : new PdfDict()
  }
  const data = (object: PdfObject | undefined) => {
    const value = document.resolve(object)
    return value instanceof PdfStream ? text(document.decode(value)).trimEnd() : undefined
  }
  const title = document.resolve(dict(document.trailer.get('Info')).get('Title'))
  const page = document.resolve(dict(document.catalog.get('Pages')).get('Kids'))
  const names = document.resolve(dict(dict(document.catalog.get('Names')).get('EmbeddedFiles')).get('Names'))
  const fileSpec = dict(Array.isArray(names) ? names[1] : undefined)
  return {
    title: title instanceof PdfString ? text(title.bytes) : undefined,
    content: data(dict(Array.isArray(page) ? page[0] : undefined).get('Contents')),
    metadata: data(document.catalog.get('Metadata')),
    attachment: data(dict(fileSpec.get('EF')).get('F')),
  }
}

const ALL = { title: 'A plain title', content: CONTENT, metadata: METADATA, attachment: ATTACHMENT }

const MODES: [name: string, options: string[]][] = [
  ['RC4, 40 bits (R2)', ['40']],
  ['RC4, 128 bits (R3)', ['128', '--use-aes=n']],
  ['RC4, 128 bits, crypt filters (R4)', ['128', '--use-aes=n', '--force-V4']],
  ['AES-128 (R4)', ['128', '--use-aes=y']],
  ['AES-128 (R4), metadata in the clear', ['128', '--use-aes=y', '--cleartext-metadata']],
  ['AES-256 (R5)', ['256', '--force-R5']],
  ['AES-256 (R6)', ['256']],
  ['AES-256 (R6), metadata in the clear', ['256', '--cleartext-metadata']],
]

describe.skipIf(!hasTool('qpdf'))('a file encrypted by qpdf', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealwright-security-'))
    writeFileSync(join(folder, 'plain.pdf'), plainPdf(), 'latin1')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function encrypt(user: string, owner: string, options: readonly string[], more: readonly string[] = []) {
    const [bits = '256', ...rest] = options
    const insecure = bits === '256' && owner === '' ? ['--allow-insecure'] : []
    const output = join(folder, 'encrypted.pdf')
    const args = ['--allow-weak-crypto', ...more, '--encrypt', user, owner, bits, ...rest, ...insecure, '--']
    const result = await runTool('qpdf', [...args, join(folder, 'plain.pdf'), output])
    expect(result.stderr).toBe('')
    return new Uint8Array(readFileSync(output))
  }

  describe.each(MODES)('with %s', (_, options) => {
    it('opens without a password when it has only an owner password', async () => {
      const document = PdfDocument.open(await encrypt('', 'boss', options))
      expect(readAll(document)).toEqual(ALL)
      expect(document.security?.access).toEqual({ modify: true, fillForm: true, addFields: true, addPages: true })
    })

    it('opens with the user or the owner password, and with no other', async () => {
      const bytes = await encrypt('us\u00e9r', 'b\u00f6ss', options)
      // qpdf takes passwords for up to R4 in the 8-bit encoding that these letters share with Latin-1.
      const encode = options[0] === '256' ? utf8 : (word: string) => Uint8Array.from(word, (c) => c.charCodeAt(0))
      for (const password of ['us\u00e9r', 'b\u00f6ss']) {
        expect(readAll(PdfDocument.open(bytes, { password: encode(password) }))).toEqual(ALL)
        expect(readAll(PdfDocument.open(bytes, { password }))).toEqual(ALL)
      }
      expect(codeOf(() => PdfDocument.open(bytes))).toBe('document_encrypted')
      expect(codeOf(() => PdfDocument.open(bytes, { password: utf8('user') }))).toBe('document_encrypted')
    })

    it('opens when its objects are in object streams', async () => {
      const bytes = await encrypt('', '', options, ['--object-streams=generate'])
      expect(readAll(PdfDocument.open(bytes))).toEqual(ALL)
    })

    it('takes an increment encrypted by us, which qpdf then decrypts', async () => {
      const bytes = await encrypt('', 'boss', options, ['--object-streams=disable'])
      const document = PdfDocument.open(bytes)
      const info = document.trailer.get('Info')
      const contents = findContents(document)
      if (!(info instanceof PdfRef) || document.security === undefined) throw new Error('unexpected layout')
      const { security } = document
      const title = security.encryptObject(info, new PdfDict({ Title: new PdfString(utf8('Replaced title')) }))
      const data = security.encryptStream(contents, new PdfDict(), utf8('0 0 m % replaced'))
      const path = join(folder, 'increment.pdf')
      writeFileSync(path, appendIncrement(bytes, info, stringHex(title), contents, data))

      const check = await runTool('qpdf', ['--check', path])
      expect(check.stdout + check.stderr).not.toMatch(/WARNING|ERROR/)
      const output = join(folder, 'decrypted.pdf')
      const result = await runTool('qpdf', ['--decrypt', '--qdf', path, output])
      expect(result.stderr).toBe('')
      const decrypted = readFileSync(output, 'latin1')
      expect(decrypted).toContain('(Replaced title)')
      expect(decrypted).toContain('0 0 m % replaced')
    })
  })

  it('keeps metadata readable in the file when it is not to be encrypted', async () => {
    const clear = await encrypt('', 'boss', ['256', '--cleartext-metadata'])
    expect(Buffer.from(clear).includes(METADATA)).toBe(true)
    expect(readAll(PdfDocument.open(clear)).metadata).toBe(METADATA)
    const hidden = await encrypt('', 'boss', ['256'])
    expect(Buffer.from(hidden).includes(METADATA)).toBe(false)
  })

  it.each([
    [
      'none',
      ['128', '--use-aes=y', '--modify=none'],
      { modify: false, fillForm: false, addFields: false, addPages: false },
    ],
    [
      'new pages',
      ['128', '--use-aes=n', '--modify=assembly'],
      { modify: false, fillForm: false, addFields: false, addPages: true },
    ],
    ['the form', ['256', '--modify=form'], { modify: false, fillForm: true, addFields: false, addPages: true }],
    ['notes', ['256', '--modify=annotate'], { modify: false, fillForm: true, addFields: false, addPages: true }],
    ['all', ['256', '--modify=all'], { modify: true, fillForm: true, addFields: true, addPages: true }],
    ['all but new pages', ['256', '--assemble=n'], { modify: true, fillForm: true, addFields: true, addPages: true }],
    [
      'nothing, in 40 bits',
      ['40', '--modify=n', '--annotate=n'],
      { modify: false, fillForm: false, addFields: false, addPages: false },
    ],
    ['notes, in 40 bits', ['40', '--modify=n'], { modify: false, fillForm: true, addFields: false, addPages: false }],
  ])('permits its user %s, and its owner everything', async (_, options, access) => {
    const bytes = await encrypt('us\u00e9r', 'b\u00f6ss', options)
    const full = { modify: true, fillForm: true, addFields: true, addPages: true }
    expect(PdfDocument.open(bytes, { password: 'us\u00e9r' }).security?.access).toEqual(access)
    expect(PdfDocument.open(bytes, { password: 'b\u00f6ss' }).security?.access).toEqual(full)
    // Who sets no owner password makes everyone the owner (algorithm 3, a).
    expect(PdfDocument.open(await encrypt('', '', options)).security?.access).toEqual(full)
  })

  it('opens for everyone without a user password, with a wrong one too, and binds nobody then', async () => {
    const bytes = await encrypt('', 'boss', ['256', '--modify=none'])
    for (const password of ['wrong', '', 'boss']) {
      expect(PdfDocument.open(bytes, { password }).security?.access.modify).toBe(true)
    }
    const closed = await encrypt('clerk', 'boss', ['256', '--modify=none'])
    expect(PdfDocument.open(closed, { password: 'clerk' }).security?.access.modify).toBe(false)
    expect(PdfDocument.open(closed, { password: 'boss' }).security?.access.modify).toBe(true)
  })

  it.each([
    ['compatibility characters', 'ix', '\u2168'.toLowerCase()],
    ['characters that nobody sees', 'password', 'pass\u00adword\u200d'],
    ['spaces of other kinds', 'pass word', 'pass\u3000word'],
    ['decomposed letters', 'b\u00f6ss', 'bo\u0308ss'],
    ['what SASLprep would change, set without it', '\u2168', '\u2168'],
  ])('takes %s as SASLprep does, from revision 5 on', async (_, set, given) => {
    expect(readAll(PdfDocument.open(await encrypt(set, 'boss', ['256']), { password: given }))).toEqual(ALL)
  })
})

describe.skipIf(!hasTool('mutool'))('a file encrypted by mutool', () => {
  it.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256'])('with %s opens with either password', async (method) => {
    const folder = mkdtempSync(join(tmpdir(), 'sealwright-security-'))
    try {
      const [plain, encrypted] = [join(folder, 'plain.pdf'), join(folder, 'encrypted.pdf')]
      writeFileSync(plain, plainPdf(), 'latin1')
      const result = await runTool('mutool', ['clean', '-E', method, '-U', 'user', '-O', 'boss', plain, encrypted])
      expect(result.code).toBe(0)
      const bytes = new Uint8Array(readFileSync(encrypted))
      for (const password of ['user', 'boss']) {
        expect(readAll(PdfDocument.open(bytes, { password: utf8(password) }))).toEqual(ALL)
      }
      expect(codeOf(() => PdfDocument.open(bytes))).toBe('document_encrypted')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

function findContents(document: PdfDocument): PdfRef {
  const pages = document.resolve(document.catalog.get('Pages'))
  const kids = pages instanceof PdfDict ? document.resolve(pages.get('Kids')) : null
  const page = Array.isArray(kids) ? document.resolve(kids[0]) : null
  const contents = page instanceof PdfDict ? page.get('Contents') : undefined
  if (!(contents instanceof PdfRef)) throw new Error('unexpected layout')
  return contents
}

function stringHex(info: PdfObject): string {
  const title = info instanceof PdfDict ? info.get('Title') : undefined
  if (!(title instanceof PdfString)) throw new Error('no title')
  return Buffer.from(title.bytes).toString('hex')
}

function appendIncrement(bytes: Uint8Array, info: PdfRef, hex: string, contents: PdfRef, data: Uint8Array): Uint8Array {
  const original = Buffer.from(bytes)
  const source = original.toString('latin1')
  const startxref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)?.[1] ?? ''
  const trailer = /trailer\s*<<(.*)>>\s*startxref/s.exec(source)?.[1] ?? ''
  const first = `${info.num} 0 obj\n<< /Title <${hex}> >>\nendobj\n`
  const second = `${contents.num} 0 obj\n<< /Length ${data.length} >>\nstream\n`
  const offsets = [bytes.length, bytes.length + first.length].map((offset) => String(offset).padStart(10, '0'))
  const body = Buffer.concat([Buffer.from(first + second), data, Buffer.from('\nendstream\nendobj\n')])
  const xref = `xref\n${info.num} 1\n${offsets[0]} 00000 n \n${contents.num} 1\n${offsets[1]} 00000 n \n`
  const end = `trailer\n<<${trailer} /Prev ${startxref} >>\nstartxref\n${bytes.length + body.length}\n%%EOF\n`
  return Buffer.concat([original, body, Buffer.from(xref), Buffer.from(end, 'latin1')])
}

/** An Encrypt dictionary of revision 4 whose user password is empty. */
function aes128(changes: Record<string, PdfObject | undefined> = {}): PdfDict {
  const filter = new PdfDict({ CFM: PdfName.of('AESV2'), AuthEvent: PdfName.of('DocOpen'), Length: 16 })
  return new PdfDict({
    Filter: PdfName.of('Standard'),
    V: 4,
    R: 4,
    Length: 128,
    P: -4,
    O: new PdfString(new Uint8Array(32)),
    U: new PdfString(Uint8Array.from(Buffer.from('c3a851ce4b34ea9b1e509eadc697723d'.padEnd(64, '0'), 'hex'))),
    CF: new PdfDict({ StdCF: filter }),
    StmF: PdfName.of('StdCF'),
    StrF: PdfName.of('StdCF'),
  }).with(changes)
}

describe('an Encrypt dictionary', () => {
  const open = (changes: Record<string, PdfObject | undefined>) => () =>
    SecurityHandler.open(aes128(changes), new Uint8Array(0))

  it('of another handler or of an unknown algorithm is refused as encrypted', () => {
    expect(open({ Filter: PdfName.of('Adobe.PubSec') })).toThrow(/holders of certificates \(handler Adobe\.PubSec\)/)
    expect(open({ Filter: PdfName.of('FOPN_fLock') })).toThrow(/by a handler that is not supported \(FOPN_fLock\)/)
    expect(open({ Filter: PdfName.of('a\nb') })).toThrow(/unreadable name/)
    expect(codeOf(open({ Filter: PdfName.of('Adobe.PubSec') }))).toBe('document_encrypted')
    expect(codeOf(open({ V: 3 }))).toBe('document_encrypted')
    expect(codeOf(open({ V: 6, R: 7 }))).toBe('document_encrypted')
    expect(codeOf(open({ V: undefined }))).toBe('document_encrypted')
    const unknown = new PdfDict({ StdCF: new PdfDict({ CFM: PdfName.of('AESV9') }) })
    expect(codeOf(open({ CF: unknown }))).toBe('document_encrypted')
  })

  it('with missing or contradicting entries is refused as invalid', () => {
    const aesv3 = new PdfDict({ StdCF: new PdfDict({ CFM: PdfName.of('AESV3') }) })
    const faults: Record<string, PdfObject | undefined>[] = [
      { Filter: undefined },
      { R: undefined },
      { R: 6 },
      { V: 5 },
      { O: undefined },
      { U: new PdfString(new Uint8Array(31)) },
      { P: undefined },
      { P: 2 ** 40 },
      { P: 1.5 },
      { StmF: PdfName.of('Missing') },
      { CF: undefined },
      { CF: aesv3 },
      { V: 2, R: 3, Length: 24_000 },
    ]
    for (const fault of faults) expect([fault, codeOf(open(fault))]).toEqual([fault, 'invalid_document'])
  })

  it('of any content opens or throws a SealwrightError', () => {
    const scalar = fc.oneof(
      fc.integer({ min: -5, max: 300 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => new PdfString(bytes)),
      fc.constantFrom('Standard', 'StdCF', 'Identity', 'AESV2', 'AESV3', 'V2').map((name) => PdfName.of(name)),
      fc.constantFrom<PdfObject>(null, true, false, []),
    )
    const keys = fc.constantFrom('Filter', 'V', 'R', 'Length', 'P', 'O', 'U', 'CF', 'StmF', 'StrF', 'EFF', 'OE', 'UE')
    fc.assert(
      fc.property(fc.dictionary(keys, scalar), fc.uint8Array({ maxLength: 40 }), (changes, password) => {
        expect(['document_encrypted', 'invalid_document', 'none']).toContain(
          codeOf(() => SecurityHandler.open(aes128(changes), password, password)),
        )
      }),
    )
  })
})

describe('SecurityHandler', () => {
  const open = (changes: Record<string, PdfObject | undefined> = {}) =>
    SecurityHandler.open(aes128(changes), new Uint8Array(0), undefined, {
      randomBytes: (count) => new Uint8Array(count).fill(9),
    })

  it('takes initialization vectors from the given source', () => {
    const encrypted = open().encryptString(REF, utf8('abc'))
    expect(encrypted).toHaveLength(32)
    expect([...encrypted.subarray(0, 16)]).toEqual(new Array(16).fill(9))
  })

  it('encrypts each object with a key of its own', () => {
    const handler = open()
    const encrypted = handler.encryptString(REF, utf8('abc'))
    expect(handler.encryptString(new PdfRef(8), utf8('abc'))).not.toEqual(encrypted)
    expect(handler.encryptString(new PdfRef(7, 1), utf8('abc'))).not.toEqual(encrypted)
    expect(text(handler.decryptString(REF, encrypted))).toBe('abc')
  })

  it('encrypts what decrypts to the same, whatever the length', () => {
    const handler = open()
    for (const length of [0, 1, 15, 16, 17, 1000]) {
      const data = Uint8Array.from({ length }, (_, i) => i & 255)
      expect(handler.decryptStream(REF, new PdfDict(), handler.encryptStream(REF, new PdfDict(), data))).toEqual(data)
    }
  })

  it('gives what there is of data that is cut short or padded wrongly', () => {
    const handler = open()
    const encrypted = handler.encryptString(REF, utf8('0123456789abcdef0123456789abcdef'))
    expect(text(handler.decryptString(REF, encrypted.subarray(0, 37)))).toBe('0123456789abcdef')
    expect(text(handler.decryptString(REF, encrypted.subarray(0, 48)))).toBe('0123456789abcdef0123456789abcdef')
    for (const length of [0, 5, 16, 20]) {
      expect(handler.decryptString(REF, encrypted.subarray(0, length))).toHaveLength(0)
    }
  })

  it('reaches every string of an object and shares what holds none', () => {
    const handler = open()
    const shared = new PdfDict({ N: 1, A: [true, PdfName.of('X'), new PdfRef(3)] })
    const plain = new PdfDict({ S: new PdfString(utf8('s'), true), A: [[new PdfString(utf8('deep'))]], D: shared })
    const encrypted = handler.encryptObject(REF, plain)
    if (!(encrypted instanceof PdfDict)) throw new Error('not a dictionary')
    expect(encrypted.get('D')).toBe(shared)
    expect(encrypted.get('S')).not.toEqual(plain.get('S'))
    expect(encrypted.get('A')).not.toEqual(plain.get('A'))
    expect(handler.decryptObject(REF, encrypted)).toEqual(plain)
    expect(handler.encryptObject(REF, shared)).toBe(shared)
  })

  it('never touches the /Contents of a signature, but its other strings', () => {
    const handler = open()
    const contents = new PdfString(Uint8Array.of(0x30, 0), true)
    for (const mark of [
      { Type: PdfName.of('Sig') },
      { Type: PdfName.of('DocTimeStamp') },
      { ByteRange: [0, 1, 2, 3] },
    ]) {
      const signature = new PdfDict({ ...mark, Contents: contents, Reason: new PdfString(utf8('why')) })
      const encrypted = handler.encryptObject(REF, signature)
      if (!(encrypted instanceof PdfDict)) throw new Error('not a dictionary')
      expect(encrypted.get('Contents')).toBe(contents)
      expect(encrypted.get('Reason')).not.toEqual(signature.get('Reason'))
      expect(handler.decryptObject(REF, encrypted)).toEqual(signature)
    }
    const annotation = new PdfDict({ Type: PdfName.of('Annot'), Contents: contents })
    expect(handler.encryptObject(REF, annotation)).not.toEqual(annotation)
  })

  it('leaves a cross-reference stream as it is', () => {
    const stream = new PdfStream(
      new PdfDict({ Type: PdfName.of('XRef'), ID: [new PdfString(utf8('id'))] }),
      utf8('data'),
    )
    expect(open().decryptObject(REF, stream)).toBe(stream)
    expect(open().encryptStream(REF, stream.dict, stream.data)).toBe(stream.data)
  })

  it('decrypts a stream together with the strings of its dictionary', () => {
    const handler = open()
    const stream = new PdfStream(new PdfDict({ Note: new PdfString(utf8('n')) }), utf8('data'))
    const encrypted = handler.encryptObject(REF, stream)
    expect(encrypted).not.toEqual(stream)
    expect(handler.decryptObject(REF, encrypted)).toEqual(stream)
  })

  it('honours the crypt filter that a stream names', () => {
    const handler = open()
    const data = utf8('data')
    const crypt = PdfName.of('Crypt')
    const identity = new PdfDict({ Filter: crypt })
    expect(handler.encryptStream(REF, identity, data)).toBe(data)
    const inArray = new PdfDict({
      Filter: [crypt, PdfName.of('FlateDecode')],
      DecodeParms: [new PdfDict({ Name: PdfName.of('Identity') }), null],
    })
    expect(handler.decryptStream(REF, inArray, data)).toBe(data)
    const named = new PdfDict({ Filter: [crypt], DecodeParms: new PdfDict({ Name: PdfName.of('StdCF') }) })
    const streamsInClear = open({ StmF: PdfName.of('Identity') })
    expect(streamsInClear.encryptStream(REF, new PdfDict(), data)).toBe(data)
    expect(streamsInClear.encryptStream(REF, named, data)).toHaveLength(32)
    const unknown = new PdfDict({ Filter: crypt, DecodeParms: new PdfDict({ Name: PdfName.of('Nowhere') }) })
    expect(codeOf(() => handler.decryptStream(REF, unknown, data))).toBe('invalid_document')
  })

  it('uses /EFF for embedded files, and /StmF when there is none', () => {
    const data = utf8('data')
    const embedded = new PdfDict({ Type: PdfName.of('EmbeddedFile') })
    expect(open().encryptStream(REF, embedded, data)).toHaveLength(32)
    expect(open({ EFF: PdfName.of('Identity') }).encryptStream(REF, embedded, data)).toBe(data)
    const onlyEmbedded = open({ StmF: undefined, StrF: undefined, EFF: PdfName.of('StdCF') })
    expect(onlyEmbedded.encryptStream(REF, embedded, data)).toHaveLength(32)
    expect(onlyEmbedded.encryptStream(REF, new PdfDict(), data)).toBe(data)
    expect(onlyEmbedded.encryptObject(REF, new PdfString(data))).toEqual(new PdfString(data))
  })

  it('refuses an object that is nested too deep', () => {
    let nested: PdfObject = new PdfString(utf8('x'))
    for (let i = 0; i < 100_000; i++) nested = [nested]
    expect(codeOf(() => open().decryptObject(REF, nested))).toBe('document_too_complex')
  })
})
