/**
 * Draws rows for one signature. Loads fonts and the typesetter.
 *
 * @module
 */
import type { AuditParties, AuditParty } from '../../audit/parties.js'
import { type PartyRowLine, signedRowLines, unsignedRowText } from '../../audit/party-row.js'
import type { AuditRecord } from '../../audit/record.js'
import type { ObjectSink, PdfRef } from '../../pdf/objects.js'
import { EN_CERTIFICATE } from '../../texts/certificate/en.js'
import type { ConformanceNeeds } from '../conformance.js'
import type { SigningJob } from '../signing-job.js'
import type { RowSize, RowStyle } from './row-drawing.js'

/** Draws rows of one document. */
export interface RowDrawer {
  signed(sink: ObjectSink, record: AuditRecord, size: RowSize): PdfRef
  unsigned(sink: ObjectSink, size: RowSize): PdfRef
  /** The height that a party's row will need, in twips, for the party's name and a few events. */
  heightFor(party: AuditParty, width: number): number
}

/** Loads the code that draws the rows. */
export async function loadRowDrawer(
  { options, request }: SigningJob,
  parties: AuditParties,
  needs: Pick<ConformanceNeeds, 'cidSets'>,
  unshown: Set<string>,
): Promise<RowDrawer> {
  const [drawing, { loadShaperFor }, { CertificateWording }] = await Promise.all([
    import('./row-drawing.js'),
    import('../../typeset/load-shaper-for.js'),
    import('../certificate/certificate-wording.js'),
  ])
  await loadShaperFor(JSON.stringify([request.signer, request.auditTrail.map(({ type }) => type), parties.rows]))
  const style: RowStyle = { parties, fonts: options.fonts, cidSets: needs.cidSets, unshown }
  const wording = new CertificateWording('en', EN_CERTIFICATE, parties.timeZone)
  const linesOf = (record: Parameters<typeof signedRowLines>[0]) =>
    signedRowLines(record, parties).map((line) => withLocalTime(withoutPictures(line), record.sealedAt, wording))
  return {
    signed: (sink, record, size) => drawing.drawSignedRow(sink, linesOf(record), size, style),
    unsigned: (sink, size) => drawing.drawUnsignedRow(sink, unsignedRowText(parties), size, style),
    heightFor: ({ name, email }, width) => {
      const { unshown: _, ...plain } = style
      return drawing.heightOfRow(linesOf({ ...TYPICAL, signer: { name, email, ip: TYPICAL_IP } }), width, plain)
    },
  }
}

/** Values that stand for a future record. */
const TYPICAL = {
  sealedAt: '2026-01-31T12:00:00.000Z',
  auditTrail: ['open', 'consent', 'sign', 'submit'].map((type) => ({ type, timestamp: '', data: {}, digest: '' })),
  digest: '0'.repeat(64),
}
const TYPICAL_IP = '2001:db8:1111:2222:3333:4444:5555:6666'

/** Pictograms, which each viewer draws in its own way, and which are therefore shown by number. */
const PICTURES = /[\u{1f000}-\u{1faff}]/gu

function withoutPictures(line: PartyRowLine): PartyRowLine {
  const value = line.value.replace(
    PICTURES,
    (picture) => `\u2039U+${picture.codePointAt(0)?.toString(16).toUpperCase()}\u203a`,
  )
  return { ...line, value }
}

/** The time with its local time: `2026-03-14 09:26:53 UTC · 2026-03-14 10:26:53 +01:00`. */
function withLocalTime(
  line: PartyRowLine,
  sealedAt: string,
  wording: { time(timestamp: string): { readonly local: string | undefined } },
): PartyRowLine {
  if (line.kind !== 'time') return line
  const { local } = wording.time(`${sealedAt.slice(0, 19)}Z`)
  return local === undefined ? line : { ...line, value: `${line.value} \u00b7 ${local}` }
}
