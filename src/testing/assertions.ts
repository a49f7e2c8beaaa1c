/**
 * Assertions for the contracts that `node:assert` does not have: they accept differences that no caller can observe.
 *
 * @module
 */

import assert from 'node:assert/strict'

/**
 * Asserts that two values mean the same. Undefined members count as missing, and rows may come without the prototype of plain
 * objects, as drivers give them. A Buffer equals any other Uint8Array with its bytes.
 */
export function same(actual: unknown, expected: unknown): void {
  assert.deepEqual(bare(actual), bare(expected))
}

/** Asserts that an object has these members with these values; it may have others. */
export function matches(actual: unknown, expected: Readonly<Record<string, unknown>>): void {
  assert.ok(typeof actual === 'object' && actual !== null, `An object was expected, not ${String(actual)}.`)
  for (const [name, member] of Object.entries(expected)) {
    const found: unknown = Reflect.get(actual, name)
    if (isMembers(member)) matches(found, member)
    else same(found, member)
  }
}

/** Asserts that bytes are equal. The message of a failure does not list both of them. */
export function sameBytes(actual: Uint8Array | null | undefined, expected: Uint8Array): void {
  assert.ok(actual instanceof Uint8Array, 'Bytes were expected.')
  assert.equal(actual.length, expected.length)
  assert.ok(Buffer.from(actual.buffer, actual.byteOffset, actual.length).equals(expected), 'The bytes differ.')
}

/** Asserts that a promise rejects with an error of this code. */
export async function refuses(promise: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.equal(Reflect.get(Object(error), 'code'), code)
    return true
  })
}

/** Whether a value is an object with members to compare, unlike a list, bytes, a Date or a Set. */
function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(ArrayBuffer.isView(value) || value instanceof Date || value instanceof Map || value instanceof Set)
}

function bare(value: unknown): unknown {
  if (value instanceof Uint8Array) return Array.from(value)
  if (Array.isArray(value)) return value.map(bare)
  if (!isMembers(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, bare(member)]))
}
