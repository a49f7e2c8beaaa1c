/**
 * Examples for the API's description. Sent as they stand, they do what the description says.
 *
 * @module
 */

/** A PDF with one empty page, in base64. */
function examplePdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>',
  ]
  let text = '%PDF-1.7\n'
  let xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const [i, object] of objects.entries()) {
    xref += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  text += `${xref}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return btoa(text)
}

/** Bodies of requests by operation, each with its title. */
export function requestExamples() {
  const base64 = examplePdf()
  return {
    sign: signExamples(base64),
    extend: {
      base64: { summary: 'A document in base64', value: { document: { base64 }, level: 'B-LTA' } },
    },
    verify: {
      base64: { summary: 'A document in base64', value: { document: { base64 } } },
      url: { summary: 'A document from the web', value: { document: { url: 'https://example.com/signed.pdf' } } },
    },
    convert: {
      base64: {
        summary: 'Markdown in base64',
        value: { document: { base64: 'IyBIZWxsbwoKWW91Lgo=' }, from: 'md', to: 'pdf', fileName: 'hello.md' },
      },
    },
    register: { email: { summary: 'An address', value: { email: 'ada@example.com' } } },
    redeem: { code: { summary: 'The code from the e-mail', value: { email: 'ada@example.com', code: '493027' } } },
  }
}

function signExamples(base64: string) {
  const document = { base64 }
  const signer = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const submit = { timestamp: '2025-03-04T10:15:30Z', type: 'submit', data: { form: 'nda-2025' } }
  const minimal = { document, signer, auditTrail: [submit] }
  return {
    minimal: { summary: 'The least that is needed', value: minimal },
    complete: { summary: 'Everything there is', value: { ...minimal, ...optionalSignMembers(signer, submit) } },
    parties: {
      summary: 'The first of two parties',
      value: {
        ...minimal,
        certificate: {
          parties: [
            { ...signer, role: 'Author' },
            { name: 'Charles Babbage', email: 'charles@example.com', role: 'Engineer' },
          ],
        },
      },
    },
    byUrl: {
      summary: 'A document from the web, without the certificate page',
      value: {
        ...minimal,
        document: { url: 'https://example.com/contract.pdf' },
        certificate: { enabled: false },
      },
    },
  }
}

function optionalSignMembers(signer: object, submit: object) {
  return {
    signer: { ...signer, ip: '192.0.2.17', userAgent: 'Mozilla/5.0' },
    auditTrail: [
      { timestamp: '2025-03-04T11:02:10+01:00', type: 'open', data: { page: 1 } },
      { timestamp: '2025-03-04T11:09:41+01:00', type: 'consent', data: { text: 'I agree.' } },
      submit,
    ],
    eventId: 'order-4711',
    metadata: { department: 'Legal' },
    certificate: { enabled: true },
    documentName: 'NDA, version 3',
    reason: 'I agree to the terms.',
    location: 'London',
    appearance: { page: 1, rectangle: [72, 72, 272, 132] },
    certify: 2,
    level: 'B-B',
  }
}

/** Bodies of requests and answers about keys. */
export function keyExamples() {
  const times = { createdAt: '2025-03-04T10:15:30.000Z', expiresAt: null }
  const facts = { id: 'key_0000000000000000', name: 'build server', scopes: ['sign'] }
  const key = {
    ...facts,
    hint: 'sw_0000',
    ...times,
    revokedAt: null,
    lastUsedAt: '2025-03-05T08:00:00.000Z',
    replacedBy: null,
    quotas: null,
    isPresented: true,
  }
  const apiKey = 'sw_00000000000000000000000000000000EXAMPLE'
  const session = { token: 'sw_session_WyJhZGEi.EXAMPLE', email: 'ada@example.com', expiresAt: times.createdAt }
  return {
    requests: {
      create: { named: { summary: 'A key that signs', value: { name: 'build server', scopes: ['sign'] } } },
      rename: { name: { summary: 'Another name', value: { name: 'old build server' } } },
      rotate: { soon: { summary: 'The old key ends in an hour', value: { graceSeconds: 3600 } } },
      session: { code: { summary: 'The code from the e-mail', value: { email: 'ada@example.com', code: '493027' } } },
    },
    responses: { key, created: { apiKey, email: 'ada@example.com', ...facts, ...times }, session },
  }
}

/** Bodies of successful answers by operation. */
export function responseExamples() {
  const base64 = examplePdf()
  return {
    extend: {
      document: { base64, contentType: 'application/pdf' },
      level: 'B-LTA',
      renewBefore: '2031-03-04T10:00:00.000Z',
      warnings: [],
    },
    sign: {
      document: { base64, contentType: 'application/pdf' },
      eventId: 'order-4711',
      sealedAt: '2025-03-04T10:15:31.204Z',
      inputSha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      outputSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      chainDigest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
      level: 'B-B',
      warnings: [],
    },
    convert: {
      document: { base64, contentType: 'application/pdf', fileName: 'hello.pdf' },
      warnings: [],
    },
    parties: partiesReport(),
    verify: verificationReport(),
    register: { status: 'sent' },
    redeem: {
      apiKey: 'sw_00000000000000000000000000000000EXAMPLE',
      email: 'ada@example.com',
      createdAt: '2025-03-04T10:15:30.000Z',
    },
    health: { status: 'ok', version: '0.1.0' },
    ready: {
      status: 'ready',
      checks: { service: 'ok', store: 'ok', mailer: 'degraded', clock: 'ok', limits: 'ok', identity: 'ok' },
      work: { active: 1, running: 0, waiting: 0 },
    },
  }
}

function partiesReport() {
  return {
    valid: true,
    reason: 'The signature is intact, and nothing has been changed since.',
    complete: false,
    parties: [
      {
        ...{ row: 1, name: 'Ada Lovelace', email: 'ada@example.com', role: 'Author', fieldName: 'Party1' },
        ...{ state: 'signed', signedAt: '2025-03-04T10:15:31Z' },
      },
      {
        ...{ row: 2, name: 'Charles Babbage', email: 'charles@example.com', role: 'Engineer', fieldName: 'Party2' },
        ...{ state: 'unsigned', signedAt: null },
      },
    ],
  }
}

function verificationReport() {
  return {
    valid: false,
    reason: 'The document is not signed.',
    signer: null,
    signers: [],
    document: {
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      size: 421,
      pageCount: 1,
      pdfVersion: '1.7',
      title: null,
      author: null,
      created: null,
      modified: null,
      encrypted: false,
      revisions: 1,
      damage: [],
    },
  }
}
