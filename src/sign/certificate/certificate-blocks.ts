/**
 * Composes the certificate from top to bottom.
 *
 * @module
 */
import type { Block } from '../../typeset/model/document-model.js'
import { plainText } from '../../typeset/model/plain-model.js'
import type { CertificateContent } from './certificate-content.js'
import { flattenData } from './certificate-data.js'
import { LEADING } from './certificate-look.js'
import type { CertificateWording } from './certificate-wording.js'
import { eventTable, NARROW, SHORT_DIGEST } from './event-table.js'
import { heading, LabelledRows, paragraph, type Setting, valueInlines } from './labelled-rows.js'
import type { PlacedLogo } from './logo.js'
import { partyTable } from './party-table.js'
import { checkBlock } from './qr-code.js'

/** Settings with which the page is typeset. */
export interface CertificateSetting extends Setting {
  readonly wording: CertificateWording
  readonly logo?: PlacedLogo | undefined
  /** The modules of a QR code, where true is dark. */
  readonly qrCode?: readonly (readonly boolean[])[] | undefined
}

/** The blocks of the certificate: title, document, signer, events, metadata, seal. */
export function describeCertificate(content: CertificateContent, setting: CertificateSetting): Block[] {
  const { metadata, parties } = content
  const { wording } = setting
  const rows = new LabelledRows(setting)
  const lines = flattenData(metadata ?? {})
  return [
    ...titleBlocks(content, setting),
    heading(wording.say('document'), setting),
    rows.table(documentRows(content, rows, wording)),
    ...(parties === undefined ? [] : [heading(parties.title, setting), partyTable(parties, setting)]),
    heading(wording.say('signer'), setting),
    rows.table(signerRows(content, rows, setting)),
    heading(wording.say('events'), setting),
    // The block before the seal stays with it: a seal alone on a page could be put after any document.
    eventTable(content, setting, lines.length === 0),
    ...(lines.length === 0
      ? []
      : [
          heading(wording.say('metadata'), setting),
          rows.table(
            lines.map((line) => rows.data(line)),
            'lastWithNext',
          ),
        ]),
    ...sealBlocks(content, rows, setting),
  ]
}

function titleBlocks(content: CertificateContent, setting: CertificateSetting): Block[] {
  const { look, width, wording, logo, language } = setting
  const isNarrow = width < NARROW
  const title = isNarrow ? look.smallTitle : look.title
  const sealedBy = wording.say('sealedBy', { service: content.service.name }).toLocaleUpperCase(language)
  return [
    ...(logo === undefined ? [] : [logo.block]),
    paragraph(valueInlines(sealedBy, look.overline, setting, width), look.overline, 240, { keepWithNext: true }),
    paragraph([plainText(wording.say('title'), title)], title, isNarrow ? 480 : 640, {
      spaceBefore: 60,
      keepWithNext: true,
    }),
    paragraph(valueInlines(content.documentName, look.documentName, setting, width), look.documentName, 340, {
      spaceBefore: 20,
      borders: { bottom: { ...look.accentRule, space: 230 } },
    }),
  ]
}

function documentRows(content: CertificateContent, rows: LabelledRows, wording: CertificateWording) {
  const { converted } = content
  return [
    rows.digest('SHA-256', content.inputSha256),
    rows.text(wording.say('size'), wording.say('bytes', { count: wording.number(content.inputBytes) })),
    ...(converted === undefined
      ? []
      : [
          rows.text(wording.say('converted'), wording.say('convertedFrom', { count: wording.number(converted.bytes) })),
          rows.digest('PDF SHA-256', converted.sha256),
        ]),
    rows.digest(wording.say('eventId'), content.eventId),
  ]
}

function signerRows({ signer }: CertificateContent, rows: LabelledRows, { wording, look }: CertificateSetting) {
  return [
    rows.text(wording.say('name'), signer.name, look.valueStrong),
    rows.text(wording.say('email'), signer.email),
    ...rows.optional(wording.say('ipAddress'), signer.ip),
    ...rows.optional(wording.say('userAgent'), signer.userAgent),
  ]
}

function sealBlocks(content: CertificateContent, rows: LabelledRows, setting: CertificateSetting): Block[] {
  const { wording, look, qrCode } = setting
  const { service, certificateSerial: serial, verificationUrl: url } = content
  const { utc, local } = wording.time(content.sealedAt.toISOString())
  const sealed = local === undefined ? `${utc} UTC` : `${utc} UTC \u00b7 ${local}`
  const facts = [
    rows.text(wording.say('sealed'), sealed),
    rows.text(
      wording.say('service'),
      service.version === undefined ? service.name : `${service.name} ${service.version}`,
    ),
    ...rows.optional(wording.say('certificate'), content.certificateSubject),
    ...rows.optional(wording.say('issuedBy'), content.certificateIssuer),
    ...(serial === undefined ? [] : [rows.digest(wording.say('serialNumber'), serial)]),
    ...rows.optional(wording.say('algorithm'), content.signatureAlgorithm),
    rows.digest(wording.say('chainDigest'), content.chainDigest),
    ...(url === undefined || qrCode !== undefined ? [] : [rows.link(wording.say('check'), url, url)]),
  ]
  return [
    heading(wording.say('seal'), setting),
    rows.table(facts, 'keepWithNext'),
    ...(url === undefined || qrCode === undefined ? [] : [checkBlock(url, qrCode, setting)]),
    paragraph([plainText(verifyNote(content, wording), look.note)], look.note, LEADING.note, {
      spaceBefore: 250,
      keepLines: true,
      borders: { top: { ...look.hairline, space: 120 } },
    }),
  ]
}

function verifyNote({ isRecordAttached = true }: CertificateContent, wording: CertificateWording): string {
  const note = wording.say(isRecordAttached ? 'noteAttached' : 'notePrivate')
  return `${note} ${wording.say('noteChain', { digits: SHORT_DIGEST })}`
}
