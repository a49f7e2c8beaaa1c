/**
 * Describes the audit trail as a time line.
 *
 * @module
 */

import type { AuditRecord } from '../audit/record.js'
import { SealwrightError } from '../errors.js'
import { jsonText } from '../input/json-text.js'
import { type DataLine, flattenData } from '../sign/certificate/certificate-data.js'
import type { AuditReport, VerificationReport } from '../verify/report.js'
import {
  type Block,
  digest,
  type Fact,
  fact,
  foreign,
  given,
  own,
  type Section,
  type TimelineEvent,
} from './report-view.js'
import type { Wording } from './wording.js'

/** The section with the audit records of all signatures. */
export function auditSection({ signers }: VerificationReport, wording: Wording): Section {
  const audits = signers.map(({ audit }) => audit).filter((audit) => audit !== null)
  const title = wording.say('auditTrail')
  if (audits.length === 0) {
    return {
      title,
      id: 'audit',
      blocks: [{ kind: 'text', text: wording.say('auditNone'), tone: 'plain' }],
      sections: [],
    }
  }
  if (audits.length === 1)
    return { title, id: 'audit', blocks: audits.flatMap((audit) => recordBlocks(audit, wording)), sections: [] }
  const sections = audits.map((audit, index) => ({
    title: audit.name === null ? `${index + 1}` : `${index + 1}. ${audit.name}`,
    id: `audit-${index + 1}`,
    blocks: recordBlocks(audit, wording),
    sections: [],
  }))
  return { title, id: 'audit', blocks: [], sections }
}

function recordBlocks(audit: AuditReport, wording: Wording): Block[] {
  const { record, status, findings } = audit
  const isIntact = status === 'valid'
  const blocks: Block[] = [
    { kind: 'text', text: wording.say(isIntact ? 'auditIntact' : 'auditBroken'), tone: isIntact ? 'good' : 'bad' },
  ]
  if (findings.length > 0) {
    const items = findings.map((finding) => wording.finding(finding, 'bad'))
    blocks.push({ kind: 'list', title: wording.say('against'), items })
  }
  if (record === null) return blocks
  blocks.push({ kind: 'facts', facts: recordFacts(record, audit, wording) })
  const { events, rest } = wording.shownEvents(record.auditTrail)
  blocks.push({
    kind: 'timeline',
    title: wording.say('events'),
    events: events.map((event) => describeEvent(event, wording)),
  })
  for (const text of rest) blocks.push({ kind: 'text', text, tone: 'plain' })
  const lines = linesOf(record.metadata)
  if (lines.length > 0) {
    blocks.push({ kind: 'data', title: wording.say('metadata'), lines })
  }
  return blocks
}

function recordFacts(record: AuditRecord, { page }: AuditReport, wording: Wording): Fact[] {
  const pages = { matches: 'auditPageMatches', mismatch: 'auditPageMismatch', absent: 'auditPageAbsent' } as const
  const { signer, document, software } = record
  return [
    ...fact(wording.say('recordedSigner'), { ...foreign(signer.name), isStrong: true }, foreign(signer.email)),
    ...fact(wording.say('ipAddress'), given(signer.ip)),
    ...fact(wording.say('userAgent'), given(signer.userAgent)),
    ...fact(wording.say('sealedAt'), own(wording.time(record.sealedAt))),
    ...fact(wording.say('eventId'), digest(record.eventId)),
    ...fact(wording.say('inputDigest'), digest(document.sha256)),
    ...fact(wording.say('chainDigest'), digest(record.digest)),
    ...fact(wording.say('recordedBy'), foreign(`${software.name} ${software.version}`)),
    ...fact(wording.say('record'), own(wording.say(pages[page]))),
  ]
}

function describeEvent(event: AuditRecord['auditTrail'][number], wording: Wording): TimelineEvent {
  return {
    dateTime: event.timestamp,
    time: wording.time(event.timestamp),
    type: event.type,
    data: linesOf(event.data),
    digest: event.digest,
  }
}

/** The lines of an event's data. Data of another program's record that is nested too deeply is shown as JSON text. */
function linesOf(data: Record<string, unknown>): readonly DataLine[] {
  try {
    return flattenData(data)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return [{ level: 0, key: 'JSON', value: jsonText(data) }]
  }
}
