/**
 * Parts that are loaded when a document needs them: what a run says that missed one does not count.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { countMisses, LatePart, loadLateParts, withLateParts } from '../../src/platform/web/late-parts.js'

/** A part whose answer is 42, and how often it was loaded. */
function makePart() {
  let loads = 0
  const part = new LatePart(async () => {
    loads++
    return { answer: 42 }
  })
  return { part, loads: () => loads }
}

/** A run that takes a missing part for an unknown value, as code that reads damaged files does. */
async function careless(...parts: LatePart<{ answer: number }>[]): Promise<string> {
  await Promise.resolve()
  return parts
    .map((part) => {
      try {
        return String(part.get().answer)
      } catch {
        return 'unknown'
      }
    })
    .join(' ')
}

it('runs once more after a part was missed, and never again', async () => {
  const [{ part, loads }, other] = [makePart(), makePart()]
  let runs = 0
  const run = () => {
    runs++
    return careless(part)
  }
  expect(await withLateParts(run)).toBe('42')
  expect([runs, loads(), other.loads()]).toEqual([2, 1, 0])
  expect(await withLateParts(run)).toBe('42')
  expect([runs, loads()]).toEqual([3, 1])
})

it('two runs at the same time miss the same part', async () => {
  const [one, two] = [makePart(), makePart()]
  const answers = [withLateParts(() => careless(one.part, two.part)), withLateParts(() => careless(two.part))]
  expect(await Promise.all(answers)).toEqual(['42 42', '42'])
  expect([one.loads(), two.loads()]).toEqual([1, 1])
})

it('what is thrown in a run that missed nothing is thrown on', async () => {
  const { part } = makePart()
  let runs = 0
  const run = async () => {
    runs++
    part.get()
    throw new Error('The file is damaged.')
  }
  await expect(withLateParts(run)).rejects.toThrow('The file is damaged.')
  expect(runs).toBe(2)
})

it('says so where a part cannot be loaded, and tries again with the next run', async () => {
  let isOnline = false
  const part = new LatePart(async () => {
    if (!isOnline) throw new Error('There is no network.')
    return { answer: 42 }
  })
  await expect(withLateParts(() => careless(part))).rejects.toThrow('There is no network.')
  isOnline = true
  expect(await withLateParts(() => careless(part))).toBe('42')
})

it('a call that needs no such part goes on, and one that takes it for unknown ends', async () => {
  const { part } = makePart()
  let tries = 0
  const load = async (): Promise<{ answer: number }> => {
    tries++
    throw new Error('There is no network.')
  }
  const broken = new LatePart(load, { isModule: false })
  const strict = async () => broken.get()
  const answers = await Promise.allSettled([withLateParts(strict), withLateParts(() => careless(part))])
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([
    'There is no network.',
    '42',
  ])
  expect(tries).toBe(1)
  await expect(withLateParts(() => careless(broken))).rejects.toThrow('There is no network.')
  expect(tries).toBe(3)
})

it('waits for the part that it missed, and for no other', async () => {
  const never = new LatePart(() => new Promise<never>(() => {}), { isModule: false })
  void withLateParts(async () => never.get())
  const { part } = makePart()
  expect(await withLateParts(async () => part.get().answer)).toBe(42)
})

it('tells those who keep what they found out that something was missed', async () => {
  const { part } = makePart()
  const before = countMisses()
  await careless(part)
  expect(countMisses()).toBeGreaterThan(before)
  await part.load()
  const after = countMisses()
  await careless(part)
  expect(countMisses()).toBe(after)
})

it('loads all modules before what cannot be done twice, and no files', async () => {
  const { part, loads } = makePart()
  const file = new LatePart(() => Promise.reject(new Error('There is no such file.')), { isModule: false })
  await loadLateParts()
  expect(() => file.get()).toThrow()
  expect([part.get().answer, loads()]).toEqual([42, 1])
})
