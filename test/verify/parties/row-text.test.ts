/**
 * The text of a row, character by character.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { AuditParties } from '../../../src/audit/parties.js'
import { signedRowLines } from '../../../src/audit/party-row.js'
import { type AuditRecord, createAuditRecord } from '../../../src/audit/record.js'
import { showsRecord, showsText } from '../../../src/verify/parties/row-text.js'

const PARTIES: AuditParties = {
  language: 'en',
  rows: [{ name: 'Ada', email: 'ada@example.com', field: 'Party1' }],
}

function recordOf(name: string, types: readonly string[] = ['open', 'view', 'view', 'submit']): AuditRecord {
  return createAuditRecord({
    eventId: 'event-1',
    sealedAt: new Date('2026-11-20T09:02:03.456Z'),
    document: { sha256: '0'.repeat(64), bytes: 1 },
    signer: { name, email: 'ada@example.com', ip: '2001:db8::17' },
    metadata: {},
    auditTrail: types.map((type) => ({ timestamp: '2026-11-20T09:00:00.000Z', type, data: {} })),
    softwareVersion: '1.0.0',
  })
}

const textOf = (record: AuditRecord, parties = PARTIES) =>
  signedRowLines(record, parties)
    .map(({ label, value }) => `${label} ${value}`)
    .join('\n')

/** A sequence of numbers that looks random and is the same each time. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (state * 48_271) % 2_147_483_647
    yield state
  }
}

/** Texts that differ in one letter, in one that is missing, or in one too many, or in two that change places. */
function* editsOf(text: string, count: number): Generator<string> {
  const random = numbers()
  const letters = [...text]
  const below = (limit: number) => random.next().value % limit
  for (let made = 0; made < count; ) {
    const at = below(letters.length)
    const letter = letters[at] ?? ''
    if (letter.trim() === '') continue
    const other = String.fromCharCode(0x21 + below(0x5e))
    const changes = [[other], [], [letter, other], [letters[at + 1] ?? '', letter]]
    const change = changes[below(4)] ?? []
    const takes = change.length === 2 && change[1] === letter ? 2 : 1
    const edited = [...letters.slice(0, at), ...change, ...letters.slice(at + takes)].join('')
    if (edited.replace(/\s/g, '') === text.replace(/\s/g, '')) continue
    made++
    yield edited
  }
}

describe('the text of a row', () => {
  it.each(['Ada Lovelace', 'Zo\u0308e \u0141ukasz', '\u5f20\u4f1f', 'O\u2019Neill-\ufb01n'])(
    'is known for %s',
    (name) => {
      const record = recordOf(name)
      const text = textOf(record)
      expect(showsRecord(text, record, PARTIES)).toBe(true)
      const passed = [...editsOf(text, 1000)].filter((edited) => showsRecord(edited, record, PARTIES))
      expect(passed).toEqual([])
    },
  )

  it('may have letters of some scripts in any order, and no others', () => {
    const name = '\u0645\u062d\u0645\u062f \u0628\u0646'
    const record = recordOf(name)
    const turned = textOf(record).replace(name, [...name].reverse().join(''))
    expect(showsRecord(turned, record, PARTIES)).toBe(true)
    expect(showsRecord(turned.replace('\u062d', '\u062c'), record, PARTIES)).toBe(false)
    const passed = [...editsOf(textOf(record).replace(name, ''), 200)].filter((edited) =>
      showsRecord(edited.replace('Signed by', `Signed by ${name}`), record, PARTIES),
    )
    expect(passed).toEqual([])
  })

  it('keeps the order of letters and digits beside those of such scripts', () => {
    for (const [name, shown] of [
      ['Ann Lee \u0645\u062d', 'Len Aen \u062d\u0645'],
      ['Unit 12 \u05d3\u05d5\u05d3', 'Unit 21 \u05d3\u05d5\u05d3'],
      ['A\u0336nn Lee', 'L\u0336ee Ann'],
    ] as const) {
      const record = recordOf(name)
      expect(showsRecord(textOf(record), record, PARTIES)).toBe(true)
      expect(showsRecord(textOf(record).replace(name, shown), record, PARTIES), shown).toBe(false)
    }
    const record = recordOf('\u05d3\u05d5\u05d3 Levi')
    expect(
      showsRecord(textOf(record).replace('\u05d3\u05d5\u05d3 Levi', 'Levi \u05d3\u05d5\u05d3'), record, PARTIES),
    ).toBe(true)
  })

  it('shows characters by number where no font has them', () => {
    const record = recordOf('A \u{1f600} B')
    expect(showsRecord(textOf(record).replace('\u{1f600}', '\u2039U+1F6\n00\u203a'), record, PARTIES)).toBe(true)
    expect(showsRecord(textOf(record).replace('\u{1f600}', '\u2039U+1F601\u203a'), record, PARTIES)).toBe(false)
  })

  it('has a local time where there is a zone, of the same moment', () => {
    const zoned: AuditParties = { ...PARTIES, timeZone: 'Asia/Kolkata' }
    const record = recordOf('Ada')
    const withLocal = (local: string) => textOf(record, zoned).replace(' UTC', ` UTC${local}`)
    const times: readonly (readonly [string, boolean])[] = [
      [' \u00b7 2026-11-20 14:32:03 +05:30', true],
      [' \u00b7 2026-11-20 14:32:04 +05:30', false],
      [' \u00b7 2026-11-20 14:32:03 +05:00', false],
      [' \u00b7 2026-13-20 14:32:03 +05:30', false],
      ['', false],
    ]
    for (const [local, isRight] of times) expect(showsRecord(withLocal(local), record, zoned), local).toBe(isRight)
    expect(showsRecord(withLocal(times[0]?.[0] ?? ''), record, PARTIES)).toBe(false)
  })

  it('names events that repeat once, and counts those that it does not name', () => {
    const eventsOf = (types: readonly string[]) =>
      signedRowLines(recordOf('Ada', types), PARTIES).find(({ label }) => label === 'Events')?.value
    expect(eventsOf(['open', 'view', 'view', 'submit'])).toBe('open, view \u00d7 2, submit')
    expect(eventsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'submit', 'submit'])).toBe('a, b, c, d, e, f and 3 more')
    expect(eventsOf(['x'.repeat(100), 'y'.repeat(100), 'submit'])).toBe(`${'x'.repeat(100)} and 2 more`)
  })

  it('of an empty row is the one of its language', () => {
    expect(showsText('Not yet\nsigned', 'Not yet signed')).toBe(true)
    expect(showsText('Not yet signed.', 'Not yet signed')).toBe(false)
    expect(showsText('', 'Not yet signed')).toBe(false)
  })
})
