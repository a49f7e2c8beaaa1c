/**
 * The demo: a contract in Markdown is converted, signed with its certificate page, counter-signed, verified, and
 * tampered with.
 *
 *     npm run demo
 *
 * @module
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  convertFile,
  developmentIdentity,
  listParties,
  type SignRequest,
  signDocument,
  verifyDocument,
} from '../../src/index.js'
import { CONTRACT, FEE, PARTIES } from './contract.js'
import { addPage, changeOneByte, coverText, drawRow } from './forgeries.js'

const OUT = 'out'

const useColor = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined
const paint = (code: number, text: string) => (useColor ? `\u001b[${code}m${text}\u001b[0m` : text)
const heading = (text: string) => console.log(`\n${paint(1, text)}`)
const line = (label: string, text: string) => console.log(`  ${paint(90, label.padEnd(12))}${text}`)
const verdict = (valid: boolean) => (valid ? paint(32, 'VALID  ') : paint(31, 'INVALID'))

async function save(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(OUT, name)
  await writeFile(path, bytes)
  return `${path} (${Math.round(bytes.length / 1024)} KB)`
}

function requestOf(name: string, email: string, minutesAgo: readonly [string, number][]): SignRequest {
  return {
    signer: { name, email, ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    auditTrail: minutesAgo.map(([type, minutes]) => ({
      timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
      type,
      data: type === 'consent' ? { text: 'I agree to sign electronically.' } : {},
    })),
    metadata: { matter: 'AE-1843', jurisdiction: 'London' },
  }
}

async function showVerdict(label: string, bytes: Uint8Array): Promise<void> {
  const report = await verifyDocument(bytes)
  console.log(`  ${verdict(report.valid)}  ${paint(1, label)}`)
  console.log(`           ${report.reason}`)
  for (const { fieldName, name, status, changes } of report.signers) {
    const later = changes.changes.map(({ description }) => description)
    console.log(
      paint(
        90,
        `           ${fieldName}: ${name ?? 'unknown signer'}, ${status}${later.length > 0 ? `; since then: ${later.join(', ')}` : ''}`,
      ),
    )
  }
}

async function showParties(bytes: Uint8Array): Promise<void> {
  for (const { name, role, state } of (await listParties(bytes)).parties) {
    line(role ?? '', `${name}: ${state === 'unsigned' ? 'not yet signed' : state}`)
  }
}

await mkdir(OUT, { recursive: true })

heading('1  A contract in Markdown, and two development identities')
const markdown = new TextEncoder().encode(CONTRACT)
line('contract', await save('contract.md', markdown))
const { bytes: docx } = await convertFile(markdown, { from: 'md', to: 'docx' })
const { bytes: contract } = await convertFile(docx, { to: 'pdf' })
line('for Word', await save('contract.docx', docx))
line('as pages', await save('contract.pdf', contract))
const ada = await developmentIdentity({ name: 'Ada Lovelace' })
const charles = await developmentIdentity({ name: 'Charles Babbage' })
line('identities', 'self-signed, 30 days, for trying things out only')

heading('2  Signed by the author; the certificate page has a row for each party')
const signed = await signDocument(
  contract,
  {
    ...requestOf('Ada Lovelace', 'ada@example.com', [
      ['open', 42],
      ['consent', 40],
      ['submit', 39],
    ]),
    certificate: { parties: PARTIES },
  },
  { identity: ada, reason: 'I accept the agreement' },
)
line('signed', await save('contract-signed.pdf', signed.bytes))
line(
  'unchanged',
  `its first ${contract.length} bytes are the contract's own: ${Buffer.from(signed.bytes.subarray(0, contract.length)).equals(contract)}`,
)
await showParties(signed.bytes)

heading('3  Counter-signed by the engineer, in the row that waits for him')
const countersigned = await signDocument(
  signed.bytes,
  requestOf('Charles Babbage', 'charles@example.com', [
    ['open', 9],
    ['consent', 6],
    ['submit', 5],
  ]),
  { identity: charles, reason: 'I accept the agreement' },
)
line('signed', await save('contract-countersigned.pdf', countersigned.bytes))
await showParties(countersigned.bytes)

heading('4  Verified')
await showVerdict('as signed', countersigned.bytes)

heading('5  Tampered with')
const forgeries: readonly [string, string, Uint8Array][] = [
  ['one byte changed', 'forged-byte.pdf', changeOneByte(countersigned.bytes)],
  ['a page added after signing', 'forged-page.pdf', addPage(countersigned.bytes)],
  [
    `a note laid over the page: the fee is not ${FEE} but 900`,
    'forged-note.pdf',
    coverText(countersigned.bytes, 'The fee is 900 pounds.'),
  ],
  [
    "the engineer's row drawn as if he had signed",
    'forged-row.pdf',
    drawRow(signed.bytes, 'Party2', 'Signed by Charles Babbage'),
  ],
]
for (const [label, name, bytes] of forgeries) {
  await save(name, bytes)
  await showVerdict(label, bytes)
}

console.log(
  `\nOpen ${paint(1, join(OUT, 'contract-countersigned.pdf'))} in a PDF reader; the certificate stands behind the contract.\n`,
)
