/**
 * The commands on single documents: sign, verify, convert and doctor.
 *
 * @module
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { makeTestKey } from '../../support/keys.js'
import { makeFolder, run } from './run-cli.js'

const SIGNER = ['--signer-name', 'Ada Lovelace', '--signer-email', 'ada@example.com']
let folder = ''

beforeAll(async () => {
  folder = await makeFolder()
  await mkdir(join(folder, 'letters/deep'), { recursive: true })
  await writeFile(join(folder, 'contract.md'), '# Contract\n\nWe agree.\n')
  await writeFile(join(folder, 'letters/one.md'), 'One\n')
  await writeFile(join(folder, 'letters/deep/two.html'), '<p>Two')
  const { key, certificate } = makeTestKey()
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await run(folder, ['convert', 'contract.md'])
})

describe('secrets as flags', () => {
  it('are refused with the places where they go', async () => {
    const { exitCode, stderr } = await run(folder, ['sign', 'contract.pdf', '--passphrase', 'secret'])
    expect(exitCode).toBe(64)
    expect(stderr).toContain('SEALWRIGHT_PASSPHRASE, or in a file that --passphrase-file names')
    expect((await run(folder, ['sign', 'contract.pdf', '--colour', 'red'])).stderr).not.toContain('SEALWRIGHT_')
  })
})

describe('convert', () => {
  it('puts the result beside its input, and never over anything without --force', async () => {
    expect((await readFile(join(folder, 'contract.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
    const again = await run(folder, ['convert', 'contract.md'])
    expect(again.exitCode).toBe(73)
    expect(again.stderr).toContain('--force')
    expect((await run(folder, ['convert', 'contract.md', '--force'])).exitCode).toBe(0)
  })

  it('takes an empty name for what it is, and not for all files of this folder', async () => {
    const before = await readdir(folder)
    const { exitCode, stderr } = await run(folder, ['convert', ''])
    expect(exitCode).toBe(64)
    expect(stderr).toContain('empty name')
    expect(await readdir(folder)).toEqual(before)
  })

  it.skipIf(process.platform !== 'linux')('comes back where no folder can be made for the result', async () => {
    const { exitCode } = await run(folder, ['convert', 'contract.md', '-o', '/proc/sealwright/contract.pdf'])
    expect(exitCode).toBe(73)
  })

  it('gives a title and follows two standards', async () => {
    const wish = ['--title', 'A lease', '--conformance', 'PDF/A-4,PDF/UA-2', '-o', 'named.pdf']
    expect((await run(folder, ['convert', 'contract.md', ...wish])).exitCode).toBe(0)
    const pdf = (await readFile(join(folder, 'named.pdf'))).toString('latin1')
    for (const said of ['%PDF-2.0', '>A lease<', '<pdfaid:part>4<', '<pdfuaid:part>2<']) expect(pdf).toContain(said)
    expect((await run(folder, ['convert', 'contract.md', '--conformance', 'PDF/A-4,PDF/UA-1'])).exitCode).toBe(64)
  })

  it('gives a look, and reads extensions of Markdown', async () => {
    const wish = ['--style', 'report', '--markdown-extensions', 'mark,subscript', '--to', 'docx', '-o', 'look.docx']
    expect((await run(folder, ['convert', 'contract.md', ...wish])).exitCode).toBe(0)
    expect((await run(folder, ['convert', 'contract.md', '--style', 'memo'])).exitCode).toBe(64)
    const unknown = await run(folder, ['convert', 'contract.md', '--markdown-extensions', 'footnotes', '-o', 'x.pdf'])
    expect(unknown.exitCode).not.toBe(0)
    expect(unknown.stderr).toContain('fenced-divs')
  })

  it('keeps the places of files in a folder', async () => {
    const { exitCode } = await run(folder, ['convert', 'letters', '--output', 'pdfs/', '--to', 'pdf'])
    expect(exitCode).toBe(0)
    expect((await readdir(join(folder, 'pdfs'), { recursive: true })).sort()).toEqual([
      'deep',
      'deep/two.pdf',
      'one.pdf',
    ])
  })

  it('takes patterns, each file once', async () => {
    const { stdout } = await run(folder, [
      'convert',
      'letters/**/*.md',
      'letters/one.md',
      '-o',
      'docx/',
      '--to',
      'docx',
      '--json',
    ])
    const lines = stdout.toString().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).file)).toEqual(['letters/one.md'])
  })

  it('reads and writes pipes', async () => {
    const { stdout, stderr } = await run(folder, ['convert', '-', '--from', 'md', '--to', 'docx'], {
      stdin: new TextEncoder().encode('# Pipe'),
    })
    expect(stdout.subarray(0, 2).toString()).toBe('PK')
    expect(stderr).toContain('- → -')
  })

  it('goes on after a file that cannot be converted, and says so', async () => {
    await writeFile(join(folder, 'broken.docx'), 'PK no zip')
    const { exitCode, stdout } = await run(folder, [
      'convert',
      'broken.docx',
      'letters/one.md',
      '-o',
      'some/',
      '--json',
    ])
    const [broken, one] = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(exitCode).toBe(1)
    expect(broken.error.code).toBe('invalid_document')
    expect(one.error).toBeUndefined()
  })

  it('refuses two results in one place', async () => {
    const { exitCode, stderr } = await run(folder, ['convert', 'letters/one.md', 'contract.md', '-o', '-'])
    expect([exitCode, stderr]).toEqual([64, expect.stringContaining('one place')])
  })
})

describe('sign and verify', () => {
  const sign = (...args: string[]) =>
    run(folder, ['sign', 'contract.pdf', '--key', 'key.pem', '--certificate', 'certificate.pem', ...SIGNER, ...args])

  it('go together', async () => {
    const signed = await sign('--output', 'signed.pdf', '--json', '--reason', 'I agree')
    expect(signed.exitCode).toBe(0)
    const facts = JSON.parse(signed.stdout.toString())
    expect(facts).toMatchObject({
      file: 'contract.pdf',
      output: join(folder, 'signed.pdf'),
      level: 'B-B',
      warnings: [],
    })
    const bytes = await readFile(join(folder, 'signed.pdf'))
    const report = await verifyDocument(bytes)
    expect([report.valid, report.signer?.reason, report.document.sha256]).toEqual([true, 'I agree', facts.outputSha256])

    const verified = await run(folder, ['verify', 'signed.pdf'])
    expect(verified.exitCode).toBe(0)
    expect(verified.stdout.toString()).toMatch(/^VALID {2}signed\.pdf\n/)
    expect(verified.stdout.toString()).toContain('Ada Lovelace <ada@example.com>')
  })

  it('tell valid from invalid from not judged by the exit code', async () => {
    await sign('--output', 'good.pdf')
    const bytes = await readFile(join(folder, 'good.pdf'))
    bytes[bytes.indexOf('/Type')] = 0x20
    await writeFile(join(folder, 'bad.pdf'), bytes)
    await writeFile(join(folder, 'none.pdf'), 'no PDF')
    const codeOf = async (...files: string[]) => (await run(folder, ['verify', '-q', ...files])).exitCode
    expect(await codeOf('good.pdf')).toBe(0)
    expect(await codeOf('bad.pdf')).toBe(1)
    expect(await codeOf('none.pdf')).toBe(2)
    expect(await codeOf('good.pdf', 'none.pdf', 'bad.pdf')).toBe(1)
    expect(await codeOf('good.pdf', 'none.pdf')).toBe(2)
    expect(await codeOf('missing.pdf')).toBe(66)
  })

  it('write reports for people, and none over a document', async () => {
    const reported = await run(folder, ['verify', 'good.pdf', '--report', 'report.pdf', '--report-language', 'de'])
    expect(reported.exitCode).toBe(0)
    expect((await readFile(join(folder, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
    await run(folder, ['verify', 'bad.pdf', '--report', 'report.html'])
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('data-valid="false"')
    const several = await run(folder, ['verify', 'good.pdf', 'bad.pdf', '--report', 'reports/'])
    expect(several.exitCode).toBe(1)
    expect((await readFile(join(folder, 'reports/bad.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await run(folder, ['verify', 'good.pdf', '--report', 'good.pdf'])).exitCode).toBe(64)
    expect((await run(folder, ['verify', 'good.pdf', 'bad.pdf', '--report', 'one.pdf'])).exitCode).toBe(64)
  })

  it('write reports for other programs', async () => {
    const to = (...args: string[]) => run(folder, ['verify', 'good.pdf', ...args])
    expect((await to('--report', 'report.xml')).exitCode).toBe(0)
    const xml = await readFile(join(folder, 'report.xml'), 'utf8')
    expect(xml).toContain('<vr:ValidationReport ')
    expect(xml).toContain('<vr:base64>')
    const { stdout } = await to('--report', 'report.xml', '--json')
    expect(stdout.toString()).not.toContain('validationObjects')
    expect((await to('--report', 'programs/', '--report-format', 'detailed')).exitCode).toBe(0)
    const detailed = JSON.parse(await readFile(join(folder, 'programs/good.json'), 'utf8'))
    expect(detailed.signatures[0].buildingBlocks).toHaveLength(7)
    expect((await to('--report', 'simple.json', '--report-format', 'simple')).exitCode).toBe(0)
    expect(JSON.parse(await readFile(join(folder, 'simple.json'), 'utf8'))).toMatchObject({ signatureCount: 1 })
    expect((await to('--report', 'signed.xml', '--sign-report', '--development')).exitCode).toBe(0)
    expect(await readFile(join(folder, 'signed.xml'), 'utf8')).toContain('</ds:Signature>')
    // A key alone, which may be set for signing documents, signs no report.
    expect((await to('--report', 'report.pdf', '--development')).exitCode).toBe(0)
    expect((await to('--report', 'report.pdf', '--sign-report', '--development')).exitCode).toBe(64)
    expect((await to('--report', 'signed.xml', '--sign-report')).exitCode).toBe(64)
    expect((await to('--sign-report', '--development')).exitCode).toBe(64)
    // Which of the two in JSON, and where to.
    expect((await to('--report', 'report.json')).exitCode).toBe(64)
    expect((await to('--report-format', 'simple')).exitCode).toBe(64)
    expect((await to('--report', 'a.xml', '--report-format', 'docx')).exitCode).toBe(64)
  })

  it('give whole reports as JSON, one line each', async () => {
    const { stdout } = await run(folder, ['verify', 'good.pdf', 'bad.pdf', '--json'])
    const reports = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(reports.map(({ file, report }) => [file, report.valid])).toEqual([
      ['good.pdf', true],
      ['bad.pdf', false],
    ])
  })

  it('ask for trust where they are told to', async () => {
    const { exitCode, stdout } = await run(folder, ['verify', 'good.pdf', '--require-trust'])
    expect([exitCode, stdout.toString()]).toEqual([1, expect.stringMatching(/^NOT VALID/)])
    const trusted = await run(folder, ['verify', 'good.pdf', '--require-trust', '--trust-anchor', 'certificate.pem'])
    expect(trusted.stdout.toString()).toContain('its certificate leads to an anchor')
  })

  it('counter-sign without a page, and say why not with one', async () => {
    const again = (...args: string[]) => run(folder, ['sign', 'good.pdf', '--development', ...SIGNER, ...args])
    const refused = await again('-o', 'twice.pdf')
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('would_invalidate_signatures')])
    expect((await again('-o', 'twice.pdf', '--no-page')).exitCode).toBe(0)
    expect((await verifyDocument(await readFile(join(folder, 'twice.pdf')))).signers).toHaveLength(2)
  })

  it('take a request from a file, and name its faults by their place', async () => {
    const request = {
      signer: { name: 'Grace Hopper', email: 'grace@example.com' },
      auditTrail: [{ timestamp: '2026-11-21T09:00:00Z', type: 'submit', data: { consent: true } }],
      metadata: { matter: 'AE-1843' },
    }
    await writeFile(join(folder, 'request.json'), JSON.stringify(request))
    const args = ['sign', 'contract.pdf', '--development', '--request', 'request.json', '-o', 'grace.pdf']
    expect((await run(folder, args)).exitCode).toBe(0)
    const report = await verifyDocument(await readFile(join(folder, 'grace.pdf')))
    expect(report.signer?.audit?.record?.metadata).toEqual({ matter: 'AE-1843' })
    await writeFile(join(folder, 'request.json'), JSON.stringify({ ...request, auditTrail: [{ type: 'submit' }] }))
    const refused = await run(folder, [...args, '--force'])
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('/auditTrail/0/timestamp')])
  })

  it('say what is missing', async () => {
    expect((await run(folder, ['sign', 'contract.pdf', ...SIGNER])).stderr).toContain('--development')
    expect((await run(folder, ['sign', 'contract.pdf', '--development'])).stderr).toContain('--signer-name')
    const noCertificate = await run(folder, ['sign', 'contract.pdf', '--key', 'key.pem', ...SIGNER])
    expect([noCertificate.exitCode, noCertificate.stderr]).toEqual([64, expect.stringContaining('--certificate')])
  })

  it('take the certificate from the PEM file that holds the key', async () => {
    const pem = await Promise.all(['key.pem', 'certificate.pem'].map((name) => readFile(join(folder, name), 'utf8')))
    await writeFile(join(folder, 'both.pem'), pem.join(''))
    const args = ['sign', 'contract.pdf', '--key', 'both.pem', ...SIGNER, '-o', 'both.pdf']
    expect((await run(folder, args)).exitCode).toBe(0)
    const alone = await run(folder, ['sign', 'contract.pdf', '--key', 'certificate.pem', ...SIGNER])
    expect(alone.stderr).toContain('holds no private key')
  })

  it('stop when they are interrupted', async () => {
    const signal = AbortSignal.abort()
    expect((await run(folder, ['verify', 'good.pdf'], { signal })).exitCode).toBe(130)
  })

  it('show no control characters of a document on the terminal', async () => {
    const name = 'evil\u001b[31m.pdf'
    await writeFile(join(folder, name), 'no PDF')
    const { stderr, stdout } = await run(folder, ['verify', name])
    expect(stderr + stdout.toString()).not.toContain('\u001b')
    expect(stderr + stdout.toString()).toContain('‹U+001B›')
  })
})

describe('doctor', () => {
  it('tries everything, and says what is missing', async () => {
    const { exitCode, stdout } = await run(folder, ['doctor', '--json'])
    const found = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(exitCode).toBe(0)
    expect(found).toContainEqual(expect.objectContaining({ subject: 'convert, sign, verify', state: 'ok' }))
    expect(found).toContainEqual(expect.objectContaining({ subject: 'key', state: 'missing' }))
  })

  it('fails for a key that cannot be used', async () => {
    const { exitCode, stdout } = await run(folder, ['doctor', '--key', 'contract.md'])
    expect([exitCode, stdout.toString()]).toEqual([1, expect.stringContaining('✗ key')])
  })
})
