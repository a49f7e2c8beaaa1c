/**
 * Passing objects of the host to another thread. Their methods stay in this thread; their data is copied.
 *
 * Options may contain code, such as a key that signs, a time-stamp authority, or a loader of pictures. Such objects are found by
 * looking for methods and not by the name of the option. In the other thread, calls of the methods are sent back over a port.
 *
 * @module
 */

import type { MessagePort } from 'node:worker_threads'
import { type ErrorCode, SealwrightError } from '../errors.js'
import { append } from '../lists.js'
import { compactBytes, soleBuffer } from './compact-bytes.js'

/** An object whose methods stay in its own thread. */
interface HostObject {
  /** Path of the object within the value, as names of members and indexes. */
  readonly path: readonly (string | number)[]
  readonly id: number
  readonly methods: readonly string[]
  /** Whether it is a function itself. */
  readonly isCallable: boolean
}

/** A value that may cross, and the objects that were taken out of it. */
export interface Detached<T = unknown> {
  readonly value: T
  readonly objects: readonly HostObject[]
}

/** A call of a method of the host. `method` is left out when the object itself is a function. */
interface Call {
  readonly call: number
  readonly id: number
  readonly method?: string
  readonly parameters: readonly Parameter[]
}

/** Argument of a method, and whether the method takes a signal. */
interface Parameter {
  readonly value: unknown
  readonly takesSignal: boolean
}

type Answer = { readonly call: number } & (
  | { readonly value: Detached }
  | { readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } }
)

/** How deep a value is searched; options are not deeper than a few members. */
const MAX_DEPTH = 8

/** Ids of objects. An object keeps its id, so that what the other thread remembers of the object stays valid. */
const ids = new WeakMap<object, number>()
let lastId = 0

function idOf(object: object): number {
  const id = ids.get(object) ?? ++lastId
  ids.set(object, id)
  return id
}

/** The objects of the host that one job may call. */
export class HostObjects {
  readonly #objects = new Map<number, object>()

  /**
   * Takes the objects with methods out of options. Signals are left out, since the other thread has the signal of its job.
   *
   * @param options functions that are members of the options themselves are not methods and are called without `this`
   */
  detachOptions<T extends object>(options: T): Detached<T> {
    const objects: HostObject[] = []
    const entries = Object.entries(options).filter(([, member]) => !(member instanceof AbortSignal))
    const value = Object.fromEntries(entries.map(([name, member]) => [name, this.#copy(member, [name], objects)]))
    return { value: value as T, objects }
  }

  /** Takes the objects with methods out of a value. */
  detach<T>(value: T): Detached<T> {
    if (isPlainData(value)) return { value, objects: [] }
    const objects: HostObject[] = []
    return { value: this.#copy(value, [], objects) as T, objects }
  }

  #copy(value: unknown, path: HostObject['path'], objects: HostObject[]): unknown {
    if (value instanceof Uint8Array) return compactBytes(value)
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
    if (Array.isArray(value)) return value.map((item, index) => this.#copy(item, [...path, index], objects))
    const isPlain = isPlainObject(value)
    const isCallable = typeof value === 'function'
    const methods = methodsOf(value)
    if (!isPlain && !isCallable && methods.length === 0) return value
    if (isCallable || methods.length > 0) {
      const id = idOf(value)
      this.#objects.set(id, value)
      objects.push({ path, id, methods, isCallable })
    }
    if (path.length >= MAX_DEPTH) return {}
    const members = isPlain ? Object.entries(value) : dataOf(value)
    // A function without methods of its own is only called as a method of this object.
    const own = members.filter(([, member]) => typeof member !== 'function' || methodsOf(member).length > 0)
    return Object.fromEntries(own.map(([name, member]) => [name, this.#copy(member, [...path, name], objects)]))
  }

  /**
   * Answers calls from the other end of the port.
   *
   * @param onFailure receives what the host's code threw, since errors do not cross threads completely
   */
  serve(port: MessagePort, { signal, onFailure }: ServeOptions): void {
    const handedOut = new Set<object>()
    const answer = async ({ id, method, parameters }: Call): Promise<Detached> => {
      const object = this.#objects.get(id)
      const code: unknown = object !== undefined && method !== undefined ? Reflect.get(object, method) : object
      if (typeof code !== 'function') throw new SealwrightError('internal_error', 'An object of the host is gone.')
      const given = parameters.map(({ value, takesSignal }) => (takesSignal ? { ...(value as object), signal } : value))
      if (method === FORGET && object !== undefined) handedOut.delete(object)
      const result: unknown = await Reflect.apply(code, object, given)
      if (typeof result === 'object' && result !== null) handedOut.add(result)
      return this.detach(result)
    }
    port.on('message', (call: Call) => {
      answer(call).then(
        (value) => port.postMessage({ call: call.call, value } satisfies Answer),
        (error: unknown) => {
          onFailure?.(error)
          const code = error instanceof SealwrightError ? error.code : undefined
          const message = error instanceof Error ? error.message : 'Code of the host failed.'
          port.postMessage({ call: call.call, error: { code, message } } satisfies Answer)
        },
      )
    })
    port.on('close', () => {
      for (const object of handedOut) forget(object)
    })
  }
}

/** Limits on the calls of one job. */
interface ServeOptions {
  readonly signal: AbortSignal
  readonly onFailure?: ((error: unknown) => void) | undefined
}

/** The method that discards a key. */
const FORGET = 'forget'

/** Makes a key that was made for one document forget its secret when the job ends, however it ends. */
function forget(object: object): void {
  const method: unknown = Reflect.get(object, FORGET)
  if (typeof method === 'function') Reflect.apply(method, object, [])
}

/**
 * Whether a value can be sent as it is: it contains no code, and no bytes that are part of a larger buffer. The depth is not
 * limited, since answers of trusted lists are deeper than options.
 */
function isPlainData(value: unknown): boolean {
  const pending: unknown[] = [value]
  const seen = new Set<unknown>()
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (typeof next === 'function') return false
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (next instanceof Uint8Array) {
      if (soleBuffer(next) === undefined) return false
    } else if (Array.isArray(next)) append(pending, next)
    else if (isPlainObject(next)) append(pending, Object.values(next))
    else return false
  }
  return true
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The names of the methods of an object, including those of its classes. Methods of built-in classes do not count. */
function methodsOf(value: object): string[] {
  const names = new Set<string>()
  for (let at: object | null = value; at !== null && !isBuiltIn(at); at = Object.getPrototypeOf(at) as object | null) {
    for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof member === 'function' && name !== 'constructor') names.add(name)
    }
  }
  return [...names]
}

function isBuiltIn(prototype: object): boolean {
  const made: unknown = Object.hasOwn(prototype, 'constructor') ? Reflect.get(prototype, 'constructor') : undefined
  return typeof made === 'function' && Reflect.get(globalThis, made.name) === made
}

/** The members of an instance that are data, including those that getters of its classes compute. */
function dataOf(value: object): [string, unknown][] {
  const names = new Set(Object.keys(value))
  for (let at = Object.getPrototypeOf(value) as object | null; at !== null && !isBuiltIn(at); ) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (get) names.add(name)
    at = Object.getPrototypeOf(at) as object | null
  }
  return [...names]
    .map((name): [string, unknown] => [name, Reflect.get(value, name)])
    .filter(([, data]) => isData(data))
}

/** Whether a member of an instance consists of data only. Other members, such as a connection, stay in this thread. */
function isData(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Date) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isData(item, depth + 1))
  return isPlainObject(value) && Object.values(value).every((member) => isData(member, depth + 1))
}

type Ask = (call: Omit<Call, 'call'>) => Promise<unknown>

/** How many objects are remembered between jobs. */
const MAX_KNOWN = 256

/**
 * Objects in this thread by their ids. They are kept between jobs, so that what is remembered of them holds for the next job.
 * Each sends its calls through the port of the current job.
 */
const known = new Map<number, { readonly object: object; ask: Ask }>()

/** Puts the value together again, with objects whose methods call the host. */
export function attach<T>({ value, objects }: Detached<T>, port: MessagePort): T {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  const ask: Ask = (call) =>
    new Promise((resolve, reject) => {
      const number = ++count
      pending.set(number, { resolve, reject })
      port.postMessage({ ...call, call: number })
    })
  port.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.call)
    pending.delete(answer.call)
    if ('value' in answer) return waiting?.resolve(place(answer.value, ask))
    const { code, message } = answer.error
    waiting?.reject(code === undefined ? new Error(message) : new SealwrightError(code, message))
  })
  return place({ value, objects }, ask)
}

function place<T>({ value, objects }: Detached<T>, ask: Ask): T {
  let root: unknown = value
  // Nested objects come after the objects that contain them.
  for (const { path, ...facts } of objects) {
    const parent = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), root)
    const name = path.at(-1)
    const data: unknown = name === undefined ? root : Reflect.get(parent as object, name)
    const object = connect(facts, data as object | undefined, ask)
    if (name === undefined) root = object
    else Reflect.set(parent as object, name, object)
  }
  return root as T
}

function connect({ id, methods, isCallable }: Omit<HostObject, 'path'>, data: object | undefined, ask: Ask): object {
  const before = known.get(id)
  if (before !== undefined) {
    before.ask = ask
    return Object.assign(before.object, data)
  }
  const call = (method: string | undefined, parameters: readonly unknown[]) =>
    (known.get(id)?.ask ?? ask)({
      id,
      ...(method === undefined ? {} : { method }),
      parameters: parameters.map(toParameter),
    })
  const object = isCallable ? (...parameters: unknown[]) => call(undefined, parameters) : {}
  Object.assign(object, data)
  for (const method of methods) {
    Object.assign(object, { [method]: (...parameters: unknown[]) => call(method, parameters) })
  }
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? id)
  known.set(id, { object, ask })
  return object
}

/** Prepares an argument for the host's code. Signals and clocks are not passed on, since the host has its own. */
function toParameter(value: unknown): Parameter {
  if (value instanceof Uint8Array) return { value: compactBytes(value), takesSignal: false }
  if (!isPlainObject(value)) return { value, takesSignal: false }
  const members = Object.entries(value)
  const data = members.filter(([, member]) => typeof member !== 'function' && !(member instanceof AbortSignal))
  return {
    value: Object.fromEntries(
      data.map(([name, member]) => [name, member instanceof Uint8Array ? compactBytes(member) : member]),
    ),
    takesSignal: members.some(([, member]) => member instanceof AbortSignal),
  }
}
