/**
 * Text out of a file cannot change how a report reads.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import {
  identityFromPem,
  signDocument,
  type VerificationReport,
  type VerifyOptions,
  verifyDocument,
} from '../../src/index.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfDict, PdfName } from '../../src/pdf/objects.js'
import { textString } from '../../src/pdf/syntax/text-string.js'
import { hidesText, quoteText, showText } from '../../src/verify/foreign-text.js'
import { makeCredential, type TestCredential } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'
import { makeContract } from './support/contract.js'
import { dict } from './support/notation.js'
import { pageAt, revise } from './support/revise.js'
import { addToForm, sign, signByHand } from './support/sign.js'

/** Turns the line around, breaks it, hides in it, and ends a quotation. */
const EVIL = 'A\u202eB\u2066C\u200bD\u00adE\nF\rG\u0000H\u2028I\ufeffJ\u061cK" is valid. "L'

/** Every sentence of a report, found by the names of the members that hold one. */
function sentencesOf(report: VerificationReport): string[] {
  const sentences = [report.reason]
  const collect = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (key === 'message' || key === 'description') sentences.push(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) if (name !== 'record') collect(member, name)
    }
  }
  collect(report.signers, '')
  return sentences
}

async function checkSentences(bytes: Uint8Array, options: VerifyOptions = {}): Promise<string[]> {
  const report = await verifyDocument(bytes, options)
  const sentences = sentencesOf(report)
  for (const sentence of sentences) {
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(sentence.length).toBeLessThanOrEqual(10_000)
  }
  return sentences
}

describe('text out of a file', () => {
  it('shows by number what hides or reorders text', () => {
    expect(showText('pay\u202elap')).toBe('pay\u2039U+202E\u203alap')
    expect(showText('Zażółć, شبکه‌های, 👩‍👩‍👧')).toBe('Zażółć, شبکه‌های, 👩‍👩‍👧')
    expect([hidesText('pay\u200bpal'), hidesText('paypal')]).toEqual([true, false])
  })

  it('cannot end its quotation, and is cut where it is long', () => {
    expect(quoteText('Total" is valid. "')).toBe('"Total\u2039U+0022\u203a is valid. \u2039U+0022\u203a"')
    expect(quoteText('100\u201d to \u201c900')).toBe('"100\u2039U+201D\u203a to \u2039U+201C\u203a900"')
    expect(quoteText('100\uff02 \u2033 \u02ba \u05f4')).not.toMatch(/[\uff02\u2033\u02ba\u05f4]/)
    expect(quoteText("O\u2019Brien & Sons' \u00abTotal\u00bb")).toBe('"O\u2019Brien & Sons\' \u00abTotal\u00bb"')
    expect(quoteText('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`)
    expect(quoteText('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`)
    expect(quoteText('👍'.repeat(60))).toBe(`"${'👍'.repeat(60)}"`)
    expect(quoteText('👍'.repeat(61))).toBe(`"${'👍'.repeat(60)}…"`)
  })
})

describe('sentences of a report', () => {
  const contract = (name = EVIL) => makeContract({ changes: () => ({ fieldName: { T: textString(name) } }) })

  it.each<[string, () => Promise<Uint8Array>]>([
    [
      'the name of a signature field',
      () =>
        signByHand(contract().bytes, {
          widget: () => ({ T: textString(EVIL) }),
          ranges: ([a, b, c, d]) => [a, b, c, d - 9],
        }),
    ],
    [
      'names of fields that share a signature',
      async () => {
        const signed = await signByHand(contract().bytes, { widget: () => ({ T: textString(EVIL) }) })
        return revise(signed, (revision) => {
          const [field] = readFields(revision.document).filter(({ value }) => value instanceof PdfDict)
          addToForm(revision, revision.add(dict`<</FT /Sig /T (Copy) /V ${field?.dict.get('V') ?? null}>>`))
        })
      },
    ],
    ['the kind of signature', () => signByHand(contract().bytes, { subFilter: 'Odd#E2#80#AE#0Akind' })],
    [
      'the name of a changed field',
      async () => {
        const { bytes, refs } = contract()
        return revise(await sign(bytes), ({ set }) => set(refs.fieldName, { Ff: 2, MaxLen: 3 }))
      },
    ],
    [
      'the value of a changed field',
      async () => {
        const { bytes, refs } = contract('name')
        return revise(await sign(bytes), ({ set }) => set(refs.fieldName, { V: textString(EVIL) }))
      },
    ],
    [
      'a document property',
      async () => {
        const { bytes, refs } = contract()
        return revise(await sign(bytes), ({ set }) =>
          set(refs.info, { Title: textString(EVIL), 'A\u009bB\u00adC': textString(EVIL) }),
        )
      },
    ],
    [
      'keys of the catalog and of a page',
      async () => {
        const { bytes, refs } = contract()
        return revise(await sign(bytes), ({ set, document }) => {
          set(refs.catalog, { [`X${EVIL.slice(0, 12)}`]: 1 })
          set(pageAt(document, 0).ref, { [`X${EVIL.slice(0, 12)}`]: dict`<</Type /Odd>>` })
        })
      },
    ],
    [
      'the type of an object',
      async () => {
        const { bytes, refs } = contract()
        return revise(await sign(bytes), ({ set }) =>
          set(refs.font, { Type: PdfName.of('A\u009bB'), Subtype: PdfName.of('A\u00adB') }),
        )
      },
    ],
  ])('have nothing hidden in them: %s', async (_, make) => {
    const sentences = await checkSentences(await make())
    expect(sentences.join('\n')).toMatch(/\u2039U\+[0-9A-F]{4}\u203a/)
  })

  it('show the name of a field by its numbers', async () => {
    const { bytes, refs } = contract('Tot\u202ela')
    const changed = revise(await sign(bytes), ({ set }) => set(refs.fieldName, { MaxLen: 3 }))
    expect((await checkSentences(changed)).join('\n')).toContain('Tot\u2039U+202E\u203ala')
  })

  it('are not as long as the names in the file', async () => {
    const { bytes, refs } = contract('long '.repeat(100_000))
    const changed = revise(await sign(bytes), ({ set }) => set(refs.fieldName, { MaxLen: 3 }))
    for (const sentence of await checkSentences(changed)) expect(sentence.length).toBeLessThan(1100)
  })
})

describe.skipIf(!hasTool('openssl'))('sentences about certificates', () => {
  let evil: TestCredential
  let other: TestCredential

  beforeAll(() => {
    evil = makeCredential({ kind: 'p256', subject: '/CN=Ada\u202e" eca\u200bl\u2066evoL/O=A\nB' })
    other = makeCredential({ kind: 'p256' })
  })

  it('have nothing hidden in them, and warn of what is in the names', async () => {
    const identity = await identityFromPem({ key: evil.key, certificate: evil.certificate })
    const signer = { name: 'Ada\u200b Lovelace', email: 'ada@example.com' }
    const auditTrail = [{ timestamp: '2026-11-20T10:00:00Z', type: 'submit' }]
    const { bytes } = await signDocument(
      makeContract().bytes,
      { signer, auditTrail, certificate: { enabled: false } },
      { identity },
    )
    for (const options of [{}, { trustAnchors: [evil.certificate] }, { trustAnchors: [other.certificate] }]) {
      const sentences = await checkSentences(bytes, options)
      expect(sentences.join('\n')).toContain('\u2039U+202E\u203a')
      const report = await verifyDocument(bytes, options)
      expect(report.signer?.warnings.map(({ code }) => code)).toContain('hidden_characters')
      // Data stay as they are, but a subject is text of ours (RFC 4514).
      expect(report.signer?.audit?.name).toBe(signer.name)
      expect(report.signer?.certificate?.subject).toBe(
        'O=A\\0aB,CN=Ada\\e2\\80\\ae\\" eca\\e2\\80\\8bl\\e2\\81\\a6evoL',
      )
    }
  })
})
