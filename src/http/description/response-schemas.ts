/**
 * What the API answers, for its description. zod is loaded by the first call.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { KEY_SCOPES } from '../../keys/key-grants.js'
import { PADES_LEVELS } from '../../trust/trust-report.js'
import type { SignerReport, VerificationReport } from '../../verify/report.js'

type Zod = typeof import('zod')

/** Schemas by the name that they have in the description. */
export type NamedSchemas = Readonly<Record<string, ZodType>>

/** The schemas of all answers, those that they refer to among them. */
export function buildResponseSchemas(z: Zod): NamedSchemas {
  const sha256 = (what: string) =>
    z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe(`${what}: its SHA-256, in hexadecimal.`)
  const warnings = z
    .array(z.string())
    .describe('What the result does not show as the document does. Empty when all is well.')
  const signed = z
    .object({
      document: z.object({
        base64: z.string().meta({ description: 'The signed PDF in base64.', contentEncoding: 'base64' }),
        contentType: z.literal('application/pdf'),
      }),
      eventId: z.string().describe('The identifier of this signature, as given or as made.'),
      sealedAt: z.string().meta({ format: 'date-time', description: "When it was sealed, by the service's clock." }),
      inputSha256: sha256('The document as it was given'),
      outputSha256: sha256('The signed PDF'),
      chainDigest: sha256('The whole audit record: the last digest of its chain'),
      level: z.enum(PADES_LEVELS).describe('The PAdES baseline level of the signature.'),
      warnings,
    })
    .describe('The signed document.')
  const converted = z
    .object({
      document: z.object({
        base64: z.string().meta({ description: 'The file in base64.', contentEncoding: 'base64' }),
        contentType: z.string(),
        fileName: z.string(),
      }),
      warnings,
    })
    .describe('The converted file.')
  const extended = z
    .object({
      document: z.object({
        base64: z.string().meta({ description: 'The extended PDF in base64.', contentEncoding: 'base64' }),
        contentType: z.literal('application/pdf'),
      }),
      level: z.enum(PADES_LEVELS).describe('The level that all of its signatures have now.'),
      renewBefore: z
        .string()
        .meta({ format: 'date-time' })
        .nullable()
        .describe('When it should be extended again; null when unknown.'),
      warnings: z.array(z.string()).describe('What could not be obtained, in plain English.'),
    })
    .describe('An extended document.')
  const sent = z.object({ status: z.literal('sent') }).describe('The same whether or not the address is known.')
  const issued = z
    .object({
      apiKey: z.string().describe('The key. It is shown this once and cannot be recovered.'),
      email: z.string().describe('The address that it belongs to.'),
      createdAt: z.string().meta({ format: 'date-time' }),
    })
    .describe('A new API key.')
  const nullableTime = z.string().meta({ format: 'date-time' }).nullable()
  const keyFacts = {
    id: z.string(),
    name: z.string().nullable().describe('What its owner calls it.'),
    scopes: z.array(z.enum(KEY_SCOPES)).nullable().describe('What it permits; null for everything.'),
    createdAt: z.string().meta({ format: 'date-time' }),
    expiresAt: nullableTime,
  }
  const keyInfo = z
    .object({
      ...keyFacts,
      hint: z.string().describe('Its first characters.'),
      revokedAt: nullableTime,
      lastUsedAt: nullableTime.describe('Exact to a minute.'),
      replacedBy: z.string().nullable().describe('The id of the key that took its place.'),
      quotas: z.looseObject({}).nullable().describe('Limits of its own.'),
      isPresented: z.boolean().describe('Whether it is the key that this request came with.'),
    })
    .describe('An API key, without what makes it one.')
  const created = z
    .object({ apiKey: z.string().describe('The key. It is shown this once.'), email: z.string(), ...keyFacts })
    .describe('A new API key.')
  const session = z
    .object({ token: z.string(), email: z.string(), expiresAt: z.string().meta({ format: 'date-time' }) })
    .describe('A session in which the keys of an address are looked after.')
  const keyList = z.object({ keys: z.array(keyInfo) }).describe('The keys of an address.')
  const keySchemas = { KeyInfo: keyInfo, KeyList: keyList, CreatedKey: created, KeySession: session }
  const health = z.object({ status: z.literal('ok'), version: z.string() }).describe('The service is up.')
  const ready = z
    .object({
      status: z.enum(['ready', 'not_ready']),
      checks: z.record(z.string(), z.enum(['ok', 'failed'])).describe('What was looked at.'),
      work: z.object({
        active: z.number().describe('Requests in progress.'),
        running: z.number().describe('Jobs that have a worker.'),
        waiting: z.number().describe('Jobs that wait for one.'),
      }),
    })
    .describe('Whether requests should be sent here.')
  const report = buildReportSchemas(z)
  return {
    SignedDocument: signed,
    ConvertedFile: converted,
    ExtendedDocument: extended,
    CodeSent: sent,
    IssuedKey: issued,
    Health: health,
    Readiness: ready,
    ...keySchemas,
    ...report,
  }
}

function buildReportSchemas(z: Zod): NamedSchemas {
  const status = z
    .enum(['valid', 'invalid', 'indeterminate'])
    .describe(
      '`valid`: nothing speaks against it. `invalid`: it is broken or was tampered with. `indeterminate`: cannot be told.',
    )
  const finding = z
    .object({
      code: z.string().describe('Stable, snake_case.'),
      message: z.string().describe('A sentence for people.'),
    })
    .describe('Something that was found.')
  const findings = z.array(finding)
  const dated = finding.extend({ since: z.string().meta({ format: 'date' }) })
  const check = { status, findings }
  const time = z.string().meta({ format: 'date-time' })
  const level = z.enum(['none', 'validation-data', 'form-filling', 'annotations', 'other'])
  const json = z.record(z.string(), z.unknown())

  const revocation = z.object({ status: z.enum(['good', 'revoked', 'unknown', 'not_evaluated']), findings })
  const trust = z
    .object({
      status: z.enum(['trusted', 'untrusted', 'indeterminate', 'not_evaluated']),
      findings,
      chain: z.array(z.string()).describe('Subjects from the signer up to the anchor.'),
      evidence: z.array(z.string()).describe('What each step of the way back in time rests on.'),
      revocation,
    })
    .describe("Whether the certificate's chain ends in an anchor that the host trusts.")
  const change = z.object({
    revision: z.number().describe('Revision that made it, counted from 1 for the original file.'),
    level,
    code: z.string(),
    description: z.string().describe('In words: `Field "Total" changed from "100" to "900"`.'),
    permitted: z
      .boolean()
      .describe(
        'Whether no signature before it, no finding about what it changed and no policy speaks against it. Every signature says the same of the same change.',
      ),
    deniedBy: z
      .array(z.string())
      .exactOptional()
      .describe(
        'Fields of the signatures that do not permit it, at most ten. Absent for a permitted change, and for one that the policy alone does not accept.',
      ),
  })
  const certificate = z.object({
    name: z.string().nullable().describe('Whom it names; proved only where `trust` is `trusted`.'),
    email: z.string().nullable(),
    subject: z.string(),
    issuer: z.string(),
    serialNumber: z.string().describe('Hexadecimal.'),
    notBefore: time,
    notAfter: time,
    fingerprint: z.string().describe('SHA-256, hexadecimal.'),
    selfSigned: z.boolean(),
  })
  const auditSigner = z.object({
    name: z.string(),
    email: z.string(),
    ip: z.string().exactOptional(),
    userAgent: z.string().exactOptional(),
  })
  const auditEvent = z.object({ timestamp: time, type: z.string(), data: json, digest: z.string() })
  const auditRecord = z
    .object({
      format: z.literal('sealwright.audit-trail'),
      formatVersion: z.literal(1),
      eventId: z.string(),
      sealedAt: time,
      document: z.object({
        sha256: z.string(),
        bytes: z.number(),
        name: z.string().exactOptional(),
        converted: z
          .object({ sha256: z.string(), bytes: z.number() })
          .exactOptional()
          .describe('The PDF that was made of it, where it was none.'),
      }),
      signer: auditSigner,
      metadata: json,
      certificate: z
        .object({
          subject: z.string(),
          serialNumber: z.string(),
          sha256: z.string(),
          notBefore: time,
          notAfter: time,
          issuer: z.object({ subject: z.string(), sha256: z.string() }),
        })
        .exactOptional()
        .describe('The certificate that was made for this signature alone.'),
      software: z.object({ name: z.literal('sealwright'), version: z.string() }),
      auditTrail: z.array(auditEvent),
      digest: z.string(),
    })
    .describe('The audit record that was sealed with the document.')
  const indication = z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE'])
  const proof = z
    .object({
      time,
      kind: z.enum(['document-timestamp', 'signature-timestamp', 'host']),
      name: z.string().nullable(),
      message: z.string(),
    })
    .describe('Why something is known to have existed at a time.')
  const timestamp = z
    .object({
      ...check,
      kind: z.enum(['signature', 'document', 'content']),
      time: time.nullable(),
      authority: z.string().nullable(),
      accuracySeconds: z.number().nullable(),
      policy: z.string().nullable(),
      serialNumber: z.string().nullable(),
      trust,
      indication: indication.describe('Whether it proves its time: only `TOTAL-PASSED` does.'),
      subIndication: z.string().nullable(),
      proofs: z.array(proof).describe('Why the time stamp itself is known to be old.'),
    })
    .describe('A time stamp (RFC 3161).')
  const signer = z
    .object({
      kind: z.enum(['signature', 'document-timestamp']),
      fieldName: z.string(),
      name: z.string().nullable().describe('Who signed, by the best source there is.'),
      email: z.string().nullable().describe('From the same source.'),
      nameSource: z
        .enum(['certificate', 'audit', 'claimed'])
        .nullable()
        .describe('Where name and address come from; `warnings` says where other sources contradict them.'),
      sealedByThisService: z.boolean().describe("Whether an intact signature by one of this service's own keys."),
      signedAt: time.nullable(),
      signedAtSource: z.enum(['timestamp', 'timestamp-not-evaluated', 'host', 'claimed']).nullable(),
      reason: z.string().nullable(),
      location: z.string().nullable(),
      status,
      reasons: findings.describe('Everything that made the status what it is; empty for a valid one.'),
      warnings: findings.describe('What is worth knowing but does not change the status.'),
      indication: indication.describe(
        'ETSI EN 319 102-1, 5.1.3. `TOTAL-PASSED` needs a chain to a trust anchor, `valid` only where there are any.',
      ),
      subIndication: z.string().nullable(),
      subFilter: z.string().nullable(),
      padesLevel: z.enum(PADES_LEVELS).nullable(),
      missingEvidence: findings.describe('What keeps a signature with a time stamp from PAdES B-LT.'),
      integrity: z.object(check),
      coverage: z.object({
        ...check,
        byteRange: z.array(z.number()).nullable(),
        revision: z.number().nullable(),
        coversWholeFile: z.boolean(),
      }),
      changes: z.object({ ...check, level, changes: z.array(change), warnings: findings }),
      certificate: certificate.nullable(),
      algorithm: z
        .object({ digest: z.string(), signature: z.string(), keyBits: z.number().nullable(), dated: z.array(dated) })
        .nullable(),
      timestamp: timestamp.nullable().describe('The time stamp that counts.'),
      timestamps: z.array(timestamp).describe('All time stamps of the signature.'),
      contentTimestamps: z
        .array(timestamp)
        .describe('Time stamps under the signature, over what was going to be signed.'),
      signedAfter: time.nullable().describe('The signature was made after this time, by a content time stamp.'),
      proofs: z.array(proof).describe('What proves that the signature existed, the earliest first.'),
      trust,
      certifies: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
      audit: z
        .object({
          ...check,
          name: z.string().nullable().describe('The signer as recorded.'),
          email: z.string().nullable(),
          record: auditRecord.nullable(),
          page: z.enum(['matches', 'mismatch', 'absent']),
        })
        .nullable(),
      signaturePolicy: z
        .object({
          id: z.string().nullable(),
          uri: z.string().nullable(),
          status: z.enum(['accepted', 'not-available', 'error', 'ignored']),
        })
        .nullable()
        .describe('The policy that the signer says the signature follows.'),
      policy: z.object(check).describe('What the policy of this service does not accept.'),
    })
    .describe('One signature.') satisfies ZodType<SignerReport>
  const report = z
    .object({
      valid: z.boolean().describe('Whether the document can be relied on.'),
      reason: z.string().describe('One sentence; for an invalid document the first decisive fault.'),
      signer: signer.nullable().describe('The entry of `signers` that signed last.'),
      signers: z.array(signer).describe('In signing order.'),
      document: z.object({
        sha256: z.string().describe('Of the whole file, hexadecimal.'),
        size: z.number().describe('In bytes.'),
        pageCount: z.number().nullable(),
        pdfVersion: z.string().nullable(),
        title: z.string().nullable(),
        author: z.string().nullable(),
        created: z.string().nullable(),
        modified: z.string().nullable(),
        encrypted: z.boolean(),
        revisions: z.number(),
        damage: z
          .array(finding)
          .describe('What is wrong with the file as a whole, so that nothing in it can be confirmed.'),
        eventId: z.string().exactOptional(),
        metadata: json.exactOptional(),
        auditTrail: z.array(auditEvent).exactOptional(),
        recordedSigner: auditSigner.exactOptional(),
      }),
    })
    .describe('The verdict on a document.') satisfies ZodType<VerificationReport>
  return {
    VerificationReport: report,
    SignerReport: signer,
    Finding: finding,
    TrustReport: trust,
    CertificateReport: certificate,
    AuditRecord: auditRecord,
    AuditEvent: auditEvent,
    AuditSigner: auditSigner,
    DocumentChange: change,
  }
}
