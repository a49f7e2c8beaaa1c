/**
 * Which accepted changes of a revision a finding concerns.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { ChangeLog } from '../../../src/verify/changes/change-log.js'
import type { JudgedVerdict } from '../../../src/verify/changes/rejections.js'
import type { Subject } from '../../../src/verify/changes/subjects.js'
import { accept, reject, rejectEntry } from '../../../src/verify/changes/verdict.js'
import { VERIFY_LIMITS } from '../../../src/verify/verify-limits.js'

const total: Subject = { kind: 'field', num: 5 }
const name: Subject = { kind: 'field', num: 6 }
const page: Subject = { kind: 'page', num: 3 }
const annotation: Subject = { kind: 'annotation', num: 9 }
const metadata: Subject = { kind: 'metadata', num: 0 }

const totalUpdated = accept('form-filling', 'field_updated', 'Field "Total" updated', 'Total')

/** Whether the first change counts as rejected, with these verdicts in this order and in the other. */
function isRejected(...verdicts: readonly JudgedVerdict[]): boolean {
  const told = [verdicts, verdicts.toReversed()].map((order) => {
    const log = new ChangeLog(2)
    for (const verdict of order) log.add(verdict)
    const wanted = verdicts[0]?.verdict === 'accepted' ? verdicts[0].description : undefined
    return log.report().changes.find(({ description }) => description === wanted)?.isRejected
  })
  expect(new Set(told).size, 'the order means nothing').toBe(1)
  return told[0] === true
}

describe('a change that a rule accepts', () => {
  const changed = { ...totalUpdated, subject: total }

  it('stands where nothing is rejected', () => {
    expect(isRejected(changed)).toBe(false)
  })

  it.each<[string, JudgedVerdict, boolean]>([
    ['the same field', { ...reject('appearance_unlike_field', 'It is no field'), subject: total }, true],
    ['another field', { ...reject('field_changed', 'Field "Name" was changed'), subject: name }, false],
    ['another field, naming this one', { ...reject('content_covered', 'It covers "Total"'), subject: name }, true],
    ['a kid of the field', { ...reject('field_changed', 'Field "Total.net" was changed'), subject: name }, true],
    ['what is on the page', { ...reject('widget_added', 'A widget was added'), subject: page }, true],
    ['an entry of the page', { ...rejectEntry('page_changed', 'The entry /Rotate was changed'), subject: page }, false],
    ['an annotation', { ...reject('annotation_changed', 'It was changed'), subject: annotation }, true],
    ['metadata', { ...reject('metadata_changed', 'It is not XMP'), subject: metadata }, false],
    ['no part of the document', reject('unexplained_change', 'Object 12 was replaced'), true],
  ])('is told apart from a finding about %s', (_, rejection, expected) => {
    expect(isRejected(changed, rejection)).toBe(expected)
  })

  it('is rejected with the group that its field belongs to', () => {
    const net = accept('form-filling', 'field_updated', 'Field "Total.net" updated', 'Total.net')
    const group = reject('field_changed', 'The kids of field "Total" became fields')
    expect(isRejected({ ...net, subject: name }, { ...group, subject: total })).toBe(true)
  })

  it('is rejected when it was accepted twice, and one of the two is', () => {
    const tabs = accept('annotations', 'annotation_changed', 'Annotation (Text) changed')
    const first = { ...tabs, subject: { kind: 'metadata', num: 1 } } as const
    const second = { ...tabs, subject: { kind: 'metadata', num: 2 } } as const
    const rejection = { ...reject('annotation_changed', 'It was moved'), subject: second.subject }
    expect(isRejected(first, second, rejection)).toBe(true)
  })

  it('is rejected by findings that are too many to be listed', () => {
    const log = new ChangeLog(2)
    const { maxReportedChanges } = VERIFY_LIMITS
    for (let num = 0; num < maxReportedChanges; num++) {
      log.add({ ...reject('field_changed', `Field "${num}" was changed`), subject: { kind: 'field', num: 100 + num } })
    }
    log.add({ ...reject('appearance_mismatch', 'Field "Total" shows "9"'), subject: total })
    log.add(changed)
    const { changes, findings } = log.report()
    expect(findings).toHaveLength(maxReportedChanges)
    expect(changes.find(({ code }) => code === 'field_updated')).toMatchObject({ isRejected: true })
  })

  it('is rejected when its revision is in doubt', () => {
    const log = new ChangeLog(2)
    log.add({ ...accept('validation-data', 'metadata_updated', 'XMP metadata updated'), subject: metadata })
    log.doubt({ code: 'changes_unreadable', message: 'What was changed cannot be told' })
    expect(log.report().changes).toMatchObject([{ isRejected: true }])
  })
})
