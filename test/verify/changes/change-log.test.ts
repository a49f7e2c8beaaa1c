/**
 * The list of changes is short, and the verdict knows them all.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../../src/index.js'
import { ChangeLog } from '../../../src/verify/changes/change-log.js'
import { accept, reject, remark } from '../../../src/verify/changes/verdict.js'
import { VERIFY_LIMITS } from '../../../src/verify/verify-limits.js'
import { makeContract } from '../support/contract.js'
import { annotation, EMPTY_PLACE } from '../support/edits.js'
import { pdf } from '../support/notation.js'
import { addAnnotation, revise } from '../support/revise.js'
import { sign } from '../support/sign.js'

const MANY = VERIFY_LIMITS.maxReportedChanges + 10

/** A log that is full of changes which every signature permits. */
function fullLog(): ChangeLog {
  const log = new ChangeLog(2)
  for (let i = 0; i < MANY; i++)
    log.add(accept('form-filling', 'information_changed', `Document property K${i} changed`))
  return log
}

describe('the log of one revision', () => {
  it('lists no more changes of a kind than fit', () => {
    expect(fullLog().report().changes).toHaveLength(VERIFY_LIMITS.maxReportedChanges)
  })

  it.each([
    ['level', accept('annotations', 'information_changed', 'Another')],
    ['code', accept('form-filling', 'annotation_added', 'Another')],
  ])('lists the first change of a %s behind all others', (_, verdict) => {
    const log = fullLog()
    log.add(verdict)
    expect(log.report().changes.at(-1)).toMatchObject({ level: verdict.level, code: verdict.code })
  })

  it('lists a field behind all others, since a signature may lock it', () => {
    const log = fullLog()
    log.add(accept('form-filling', 'field_filled', 'Field "a" changed', 'a'))
    log.add(accept('form-filling', 'field_filled', 'Field "b" changed', 'b'))
    expect(
      log
        .report()
        .changes.slice(-2)
        .map(({ fieldName }) => fieldName),
    ).toEqual(['a', 'b'])
  })

  it('keeps a finding that is worded like a remark', () => {
    const log = new ChangeLog(2)
    log.add(remark('one', 'The same words'))
    log.add(reject('other', 'The same words'))
    expect(log.report()).toMatchObject({ findings: [{ code: 'other' }], warnings: [{ code: 'one' }] })
  })
})

describe('a note that comes with more changes than are listed', () => {
  const properties = Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`K${i}`, pdf`(x)`]))
  const withNote = async (certify: 2 | 3) => {
    const { bytes, refs } = makeContract()
    return verifyDocument(
      revise(await sign(bytes, { certify }), (revision) => {
        revision.set(refs.info, properties)
        addAnnotation(revision, refs.page3, annotation('Text', EMPTY_PLACE, { Contents: pdf`(900 EUR)` }))
      }),
    )
  }

  it('is refused where no comments are permitted', async () => {
    const { valid, signers } = await withNote(2)
    expect(valid).toBe(false)
    expect(signers[0]?.changes.findings).toMatchObject([{ code: 'change_not_permitted' }])
  })

  it('is permitted and listed where comments are', async () => {
    const { valid, signers } = await withNote(3)
    expect(valid).toBe(true)
    expect(signers[0]?.changes.changes.at(-1)).toMatchObject({ code: 'annotation_added', permitted: true })
  })
})
