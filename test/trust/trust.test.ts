/**
 * Chains to anchors, judged as OpenSSL judges them.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derExplicit, derOid, derSequence, derUtf8String, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { formatName } from '../../src/cms/certificate/name-text.js'
import { evaluateTrust } from '../../src/trust/over-time/trust.js'
import { createPool, readTrustAnchors } from '../../src/trust/trust-anchors.js'
import { describeCertificate } from '../../src/verify/certificate-report.js'
import { CA_EXTENSIONS, type IssuedCredential, type IssueOptions, TestCa } from '../cms/test-ca.js'
import { hasTool } from '../support/tools.js'
import { makeTrustOptions, type TrustFacts } from './support/options.js'

const DAY = 86_400_000
/** SmtpUTF8Mailbox (RFC 9598) as a line of OpenSSL's configuration. */
function mailbox(address: string): string {
  const name = encodeDer(0xa0, derOid('1.3.6.1.5.5.7.8.9'), derExplicit(0, derUtf8String(address)))
  return `subjectAltName=DER:${Buffer.from(derSequence(name)).toString('hex')}`
}

const LEAF_EXTENSIONS = ['keyUsage=critical,digitalSignature', 'authorityKeyIdentifier=keyid']

describe.skipIf(!hasTool('openssl'))('trust in a signer', () => {
  let ca: TestCa
  let root: IssuedCredential
  let intermediate: IssuedCredential
  let leaf: IssuedCredential
  let counter = 0

  beforeAll(() => {
    ca = new TestCa()
    root = ca.issue('root', { extensions: CA_EXTENSIONS })
    intermediate = issueCa(root)
    leaf = issueLeaf(intermediate)
  })
  afterAll(() => ca.remove())

  const issueCa = (issuer: IssuedCredential, options: IssueOptions = {}) =>
    ca.issue(`ca${++counter}`, { issuer, extensions: [...CA_EXTENSIONS, 'authorityKeyIdentifier=keyid'], ...options })
  const issueLeaf = (issuer: IssuedCredential, options: IssueOptions = {}) =>
    ca.issue(`leaf${++counter}`, { issuer, extensions: LEAF_EXTENSIONS, ...options })

  async function judge(signer: IssuedCredential, pool: readonly IssuedCredential[], options: Partial<TrustFacts> = {}) {
    const now = new Date()
    const { report, warnings } = await evaluateTrust(
      signer.parsed,
      createPool(pool.map(({ parsed }) => parsed)),
      makeTrustOptions({
        anchors: createPool([root.parsed]),
        fetchRevocation: undefined,
        now,
        ...options,
      }),
    )
    return { ...report, codes: report.findings.map(({ code }) => code), warnings: warnings.map(({ code }) => code) }
  }

  /** Our verdict, after making sure that OpenSSL has the same. */
  async function judgeLikeOpenssl(signer: IssuedCredential, pool: readonly IssuedCredential[]) {
    const result = await judge(signer, pool)
    expect(result.status === 'trusted').toBe(ca.isVerifiedByOpenssl(root, pool, signer))
    return result
  }

  describe('check 20: path validation', () => {
    it('finds the chain to the anchor, whatever else is in the pool', async () => {
      const others = [issueCa(root), issueLeaf(intermediate), root]
      const result = await judgeLikeOpenssl(leaf, [...others, intermediate])
      expect(result.status).toBe('trusted')
      expect(result.chain).toEqual([`CN=${leaf.name}`, `CN=${intermediate.name}`, 'CN=root'])
      expect(result.revocation.status).toBe('unknown')
    })

    it('does not find one when the intermediate is missing, or only has the right name', async () => {
      expect((await judgeLikeOpenssl(leaf, [])).codes).toEqual(['chain_not_found'])
      const impostor = ca.issue('impostor', { subject: `/CN=${intermediate.name}`, extensions: CA_EXTENSIONS })
      expect((await judgeLikeOpenssl(leaf, [impostor])).codes).toEqual(['chain_not_found'])
      const twins = await judge(leaf, [impostor, intermediate])
      expect(twins.status).toBe('trusted')
    })

    it('judges validity at the time of the signature', async () => {
      const old = issueLeaf(intermediate, { from: -300, to: -100 })
      expect((await judgeLikeOpenssl(old, [intermediate])).codes).toEqual(['certificate_expired'])
      const at = new Date(Date.now() - 200 * DAY)
      const claimed = await judge(old, [intermediate], { at })
      expect(claimed).toMatchObject({ status: 'trusted', warnings: ['expired_without_timestamp'] })
      // EN 319 102-1, 5.5.4, step 4 b): proof of the time is not enough, for nobody knows whether it was revoked.
      const proven = await judge(old, [intermediate], { at, isTimeProven: true })
      expect(proven).toMatchObject({ status: 'trusted', warnings: ['time_out_of_bounds_no_poe'] })
      const early = await judge(old, [intermediate], { at: new Date(Date.now() - 310 * DAY) })
      expect(early.codes).toEqual(['certificate_not_yet_valid'])
      const lateCa = issueCa(root, { from: -50 })
      const below = await judge(issueLeaf(lateCa), [lateCa], { at })
      expect(below.codes).toEqual(['certificate_not_yet_valid'])
    })

    it('lets only CAs issue', async () => {
      const fake = issueLeaf(leaf)
      expect((await judgeLikeOpenssl(fake, [leaf, intermediate])).codes).toEqual(['issuer_not_ca'])
      const without = issueCa(root, { extensions: ['basicConstraints=CA:FALSE'] })
      expect((await judgeLikeOpenssl(issueLeaf(without), [without])).codes).toEqual(['issuer_not_ca'])
    })

    it('respects pathLen', async () => {
      const narrow = issueCa(root, {
        extensions: [
          'basicConstraints=critical,CA:TRUE,pathlen:0',
          ...CA_EXTENSIONS.slice(1),
          'authorityKeyIdentifier=keyid',
        ],
      })
      expect((await judgeLikeOpenssl(issueLeaf(narrow), [narrow])).status).toBe('trusted')
      const deeper = issueCa(narrow)
      expect((await judgeLikeOpenssl(issueLeaf(deeper), [narrow, deeper])).codes).toEqual(['path_too_long'])
    })

    it('respects the key usage of issuer and signer', async () => {
      const noSign = issueCa(root, {
        extensions: [
          CA_EXTENSIONS[0] ?? '',
          'keyUsage=critical,cRLSign',
          'subjectKeyIdentifier=hash',
          'authorityKeyIdentifier=keyid',
        ],
      })
      expect((await judgeLikeOpenssl(issueLeaf(noSign), [noSign])).codes).toEqual(['issuer_key_usage'])
      const cipher = issueLeaf(intermediate, { extensions: ['keyUsage=critical,keyEncipherment'] })
      expect((await judge(cipher, [intermediate])).codes).toEqual(['key_usage_mismatch'])
      const legal = issueLeaf(intermediate, { extensions: ['keyUsage=critical,nonRepudiation'] })
      expect((await judge(legal, [intermediate])).status).toBe('trusted')
    })

    it.each([
      ['emailProtection', true],
      ['clientAuth', true],
      ['1.3.6.1.5.5.7.3.36', true],
      ['serverAuth,emailProtection', true],
      ['serverAuth', false],
      ['serverAuth,clientAuth', false],
      ['serverAuth,clientAuth,msSGC,nsSGC', false],
      ['codeSigning,clientAuth', false],
      ['clientAuth,emailProtection', true],
      ['serverAuth,anyExtendedKeyUsage', true],
      ['codeSigning,1.3.6.1.4.1.99999.1', true],
      ['timeStamping', false],
      ['OCSPSigning', false],
    ])('with the extended key usage %s allows documents: %s', async (usage, isAllowed) => {
      const signer = issueLeaf(intermediate, { extensions: [`extendedKeyUsage=${usage}`] })
      expect((await judge(signer, [intermediate])).status).toBe(isAllowed ? 'trusted' : 'untrusted')
      const limited = issueCa(root, { extensions: [...CA_EXTENSIONS, `extendedKeyUsage=${usage}`] })
      expect((await judge(issueLeaf(limited), [limited])).status).toBe(isAllowed ? 'trusted' : 'untrusted')
    })

    it.each([
      ['permitted;email:example.com', '/CN=x', ['subjectAltName=email:ada@example.com'], true],
      ['permitted;email:example.com', '/CN=x', ['subjectAltName=email:ada@sub.example.com'], false],
      ['permitted;email:.example.com', '/CN=x', ['subjectAltName=email:ada@sub.example.com'], true],
      ['permitted;email:example.com', '/CN=x/emailAddress=ada@other.com', [], false],
      ['excluded;email:example.com', '/CN=x', ['subjectAltName=email:ada@EXAMPLE.com'], false],
      ['permitted;email:example.com', '/CN=x', [mailbox('j\u00f6rg@example.com')], true],
      ['permitted;email:example.com', '/CN=x', [mailbox('j\u00f6rg@bank.example')], false],
      ['excluded;email:example.com', '/CN=x', [mailbox('j\u00f6rg@example.com')], false],
      ['permitted;email:xn--mller-kva.example', '/CN=x', [mailbox('j\u00f6rg@m\u00fcller.example')], true],
      ['excluded;email:xn--mller-kva.example', '/CN=x', [mailbox('j\u00f6rg@m\u00fcller.example')], false],
      ['permitted;DNS:example.com', '/CN=x', ['subjectAltName=DNS:a.example.com'], true],
      ['permitted;DNS:example.com', '/CN=x', ['subjectAltName=DNS:badexample.com'], false],
      ['excluded;DNS:example.com', '/CN=x', ['subjectAltName=DNS:example.com'], false],
      ['permitted;URI:.example.com', '/CN=x', ['subjectAltName=URI:https://a.example.com/b'], true],
      ['permitted;URI:.example.com', '/CN=x', ['subjectAltName=URI:https://a.example.org/b'], false],
      ['permitted;IP:10.0.0.0/255.0.0.0', '/CN=x', ['subjectAltName=IP:10.1.2.3'], true],
      ['permitted;IP:10.0.0.0/255.0.0.0', '/CN=x', ['subjectAltName=IP:11.1.2.3'], false],
      ['permitted;dirName:base', '/O=Acme/CN=x', [], true],
      ['permitted;dirName:base', '/O=Other/CN=x', [], false],
      ['excluded;dirName:base', '/O=acme/CN=x', [], false],
    ])('with the name constraints %s lets %s %j pass: %s', async (constraint, subject, extensions, isAllowed) => {
      const limited = issueCa(root, {
        extensions: [
          ...CA_EXTENSIONS,
          'authorityKeyIdentifier=keyid',
          `nameConstraints=critical,${constraint}`,
          '[base]',
          'O=Acme',
        ],
      })
      const signer = issueLeaf(limited, { subject, extensions: [...LEAF_EXTENSIONS, ...extensions] })
      const { codes } = await judgeLikeOpenssl(signer, [limited])
      expect(codes).toEqual(isAllowed ? [] : ['name_not_permitted'])
    })

    it('refuses unknown critical extensions and takes other unknown ones', async () => {
      const critical = issueLeaf(intermediate, { extensions: [...LEAF_EXTENSIONS, '1.2.3.4.5=critical,DER:0500'] })
      expect((await judgeLikeOpenssl(critical, [intermediate])).codes).toEqual(['critical_extension_unknown'])
      const other = issueLeaf(intermediate, { extensions: [...LEAF_EXTENSIONS, '1.2.3.4.5=DER:0500'] })
      expect((await judgeLikeOpenssl(other, [intermediate])).status).toBe('trusted')
    })

    it('requires a policy where a CA does', async () => {
      const strict = issueCa(root, {
        extensions: [
          ...CA_EXTENSIONS,
          'certificatePolicies=1.2.3.4',
          'policyConstraints=critical,requireExplicitPolicy:0',
        ],
      })
      const fitting = issueLeaf(strict, { extensions: [...LEAF_EXTENSIONS, 'certificatePolicies=1.2.3.4'] })
      const other = issueLeaf(strict, { extensions: [...LEAF_EXTENSIONS, 'certificatePolicies=1.2.3.5'] })
      expect((await judge(fitting, [strict])).status).toBe('trusted')
      expect((await judge(other, [strict])).codes).toEqual(['policy_required'])
      expect((await judge(issueLeaf(strict), [strict])).codes).toEqual(['policy_required'])
    })

    it('ends in a loop of cross-certificates, and finds the way out of one', async () => {
      const a = ca.issue('loopA', { extensions: CA_EXTENSIONS })
      const b = ca.issue('loopB', { extensions: CA_EXTENSIONS })
      const aByB = ca.issue('loopAB', { key: a, subject: '/CN=loopA', issuer: b, extensions: CA_EXTENSIONS })
      const bByA = ca.issue('loopBA', { key: b, subject: '/CN=loopB', issuer: a, extensions: CA_EXTENSIONS })
      const signer = issueLeaf(a)
      expect((await judge(signer, [aByB, bByA])).codes).toEqual(['chain_not_found'])
      const bByRoot = ca.issue('loopBR', { key: b, subject: '/CN=loopB', issuer: root, extensions: CA_EXTENSIONS })
      const result = await judge(signer, [aByB, bByA, bByRoot])
      expect(result.chain).toEqual([`CN=${signer.name}`, 'CN=loopA', 'CN=loopB', 'CN=root'])
    })

    it('takes another path when the first is not valid', async () => {
      const expired = ca.issue('crossOld', {
        key: intermediate,
        subject: `/CN=${intermediate.name}`,
        issuer: root,
        to: -10,
        extensions: CA_EXTENSIONS,
      })
      expect((await judge(leaf, [expired])).codes).toEqual(['certificate_expired'])
      expect((await judge(leaf, [expired, intermediate])).status).toBe('trusted')
    })

    it('gives up on a hostile number of certificates', async () => {
      const maze = Array.from({ length: 9 }, (_, i) => ca.issue(`maze${i}`, { extensions: CA_EXTENSIONS }))
      const crossed: IssuedCredential[] = []
      for (const key of maze.slice(0, 6)) {
        for (const issuer of maze.slice(0, 6)) {
          if (key === issuer) continue
          crossed.push(
            ca.issue(`x${crossed.length}`, { key, subject: `/CN=${key.name}`, issuer, extensions: CA_EXTENSIONS }),
          )
        }
      }
      const signer = issueLeaf(maze[0] ?? root)
      const result = await judge(signer, crossed)
      expect(result.status).not.toBe('trusted')
    })

    it('does not accept certificates that can be forged', async () => {
      const rsa = issueCa(root, { kind: 'rsa' })
      const md5 = issueLeaf(rsa, { digest: 'md5' })
      expect((await judge(md5, [rsa])).codes).toEqual(['chain_algorithm_weak'])
      const sha1 = issueLeaf(intermediate, { digest: 'sha1' })
      expect(await judge(sha1, [intermediate])).toMatchObject({
        status: 'indeterminate',
        codes: ['chain_algorithm_weak'],
      })
    })
  })

  describe('check 21: the anchors are explicit', () => {
    it('trusts no self-signed certificate that is not one, and one that is', async () => {
      const own = ca.issue('own', { extensions: LEAF_EXTENSIONS.slice(0, 1) })
      expect((await judge(own, [own])).codes).toEqual(['chain_not_found'])
      const pinned = await judge(own, [], { anchors: createPool([own.parsed]) })
      expect(pinned).toMatchObject({ status: 'trusted', chain: ['CN=own'] })
      const child = issueLeaf(own)
      expect((await judge(child, [own], { anchors: createPool([own.parsed]) })).status).toBe('untrusted')
    })

    it('is not evaluated without anchors', async () => {
      expect(readTrustAnchors(undefined, 'trustAnchors')).toBeUndefined()
      expect(readTrustAnchors([], 'trustAnchors')).toBeUndefined()
      expect((await judge(leaf, [intermediate], { anchors: undefined })).status).toBe('not_evaluated')
    })

    it('reads anchors in DER and PEM, several in one, and refuses what it cannot read', async () => {
      const bundle = `# roots\n${intermediate.certificate}\n${root.certificate}`
      for (const anchors of [[root.parsed.der], [root.certificate], [bundle], [Buffer.from(bundle)]]) {
        expect((await judge(leaf, [intermediate], { anchors: readTrustAnchors(anchors, 'trustAnchors') })).status).toBe(
          'trusted',
        )
      }
      for (const wrong of ['nothing', root.parsed.der.subarray(9)]) {
        expect(() => readTrustAnchors([root.certificate, wrong], 'trustAnchors')).toThrow(
          expect.objectContaining({
            code: 'invalid_request',
            message: expect.stringContaining('trustAnchors[1] cannot be read as a certificate, in DER or PEM.'),
            errors: [expect.objectContaining({ pointer: '/trustAnchors/1' })],
          }),
        )
      }
    })

    it('may be an intermediate', async () => {
      const result = await judge(leaf, [], { anchors: createPool([intermediate.parsed]) })
      expect(result.chain).toEqual([`CN=${leaf.name}`, `CN=${intermediate.name}`])
    })
  })

  it('describes certificates as OpenSSL does', () => {
    const subject = '/C=GB/O=Engines, Analytical/CN=Ada "Countess" Lovelace; #1'
    const credential = issueLeaf(intermediate, { subject })
    const shown = ca.openssl(
      'x509',
      '-in',
      ca.path(`${credential.name}.pem`),
      '-noout',
      '-subject',
      '-nameopt',
      'RFC2253',
      '-fingerprint',
      '-sha256',
    )
    const report = describeCertificate(credential.parsed)
    expect(shown).toContain(`subject=${report.subject}\n`)
    expect(shown.toLowerCase().replaceAll(':', '')).toContain(report.fingerprint)
    expect(report).toMatchObject({ selfSigned: false, issuer: `CN=${intermediate.name}` })
    expect(describeCertificate(root.parsed).selfSigned).toBe(true)
    expect(formatName(root.parsed.subject)).toBe('CN=root')
  })
})
