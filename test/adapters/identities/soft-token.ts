/**
 * A token of SoftHSM2 in a temporary folder, and a driver for it with the calls and types of pkcs11js, over koffi: pkcs11js
 * itself is built by a compiler when it is installed.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import koffi from 'koffi'
import type { Pkcs11Handle, Pkcs11Module } from '../../../adapters/identities/pkcs11.js'

const LIBRARY = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/pkcs11/libsofthsm2.so'].find((path) => existsSync(path))

export const PIN = '5678'

/** Calls of the module itself; every one gives a CK_RV. */
type Native = Record<string, (...args: unknown[]) => number>

const SIGNATURES = [
  'ulong C_Initialize(void *args)',
  'ulong C_Finalize(void *reserved)',
  'ulong C_GetSlotList(uint8 present, _Out_ ulong *list, _Inout_ ulong *count)',
  'ulong C_OpenSession(ulong slot, ulong flags, void *app, void *notify, _Out_ ulong *session)',
  'ulong C_CloseSession(ulong session)',
  'ulong C_CloseAllSessions(ulong slot)',
  'ulong C_Login(ulong session, ulong user, const uint8 *pin, ulong length)',
  'ulong C_Logout(ulong session)',
  'ulong C_CreateObject(ulong session, CK_ATTRIBUTE *template, ulong count, _Out_ ulong *object)',
  'ulong C_FindObjectsInit(ulong session, CK_ATTRIBUTE *template, ulong count)',
  'ulong C_FindObjects(ulong session, _Out_ ulong *found, ulong max, _Out_ ulong *count)',
  'ulong C_FindObjectsFinal(ulong session)',
  'ulong C_GetAttributeValue(ulong session, ulong object, _Inout_ CK_ATTRIBUTE *template, ulong count)',
  'ulong C_SignInit(ulong session, CK_MECHANISM *mechanism, ulong key)',
  'ulong C_Sign(ulong session, const uint8 *data, ulong length, _Out_ uint8 *signature, _Inout_ ulong *size)',
]

/** An error as pkcs11js throws it. */
class Pkcs11Error extends Error {
  readonly code: number

  constructor(method: string, code: number) {
    super(`CKR_0x${code.toString(16)} in ${method}`)
    this.code = code
  }
}

type Attribute = { type: number; value?: number | string | Buffer | boolean }

/** The driver. Handles are eight bytes, as in pkcs11js. */
export class SoftToken implements Pkcs11Module {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sealwright-hsm-'))
  readonly #native: Native = {}
  /** Calls of C_Login, with the PIN that was given. */
  readonly logins: (string | undefined)[] = []

  constructor() {
    mkdirSync(join(this.#folder, 'tokens'))
    const config = join(this.#folder, 'softhsm2.conf')
    writeFileSync(
      config,
      `directories.tokendir = ${join(this.#folder, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    )
    process.env['SOFTHSM2_CONF'] = config
    this.#util('--init-token', '--free', '--label', 'test', '--so-pin', '1234', '--pin', PIN)
  }

  /** Puts a private key in PEM onto the token; before `load`. */
  importKey(label: string, id: string, pem: string): void {
    const file = join(this.#folder, 'key.pem')
    writeFileSync(file, pem)
    this.#util('--import', file, '--token', 'test', '--label', label, '--id', id, '--pin', PIN)
  }

  /** Loads the module and gives the slot of the token. */
  load(): Pkcs11Handle {
    if (LIBRARY === undefined) throw new Error('SoftHSM2 is not installed.')
    const library = koffi.load(LIBRARY)
    koffi.struct('CK_ATTRIBUTE', { type: 'ulong', pValue: 'void *', ulValueLen: 'ulong' })
    koffi.struct('CK_MECHANISM', { mechanism: 'ulong', pParameter: 'void *', ulParameterLen: 'ulong' })
    for (const signature of SIGNATURES) {
      const name = /C_\w+/.exec(signature)?.[0] ?? ''
      this.#native[name] = library.func(signature) as (...args: unknown[]) => number
    }
    this.#call('C_Initialize', null)
    const slots = new BigUint64Array(8)
    this.#call('C_GetSlotList', 1, slots, [slots.length])
    return handle(slots[0] ?? 0n)
  }

  remove(): void {
    if ('C_Finalize' in this.#native) this.#call('C_Finalize', null)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Ends all sessions and the login, as a token does that is pulled out and put back. */
  closeAllSessions(slot: Pkcs11Handle): void {
    this.#call('C_CloseAllSessions', numberOf(slot))
  }

  /** Puts a certificate onto the token. */
  addCertificate(slot: Pkcs11Handle, id: string, der: Uint8Array): void {
    const session = this.C_OpenSession(slot, 4 | 2)
    this.C_Login(session, 1, PIN)
    const template = [
      { type: 0x0, value: 1 },
      { type: 0x1, value: true },
      { type: 0x80, value: 0 },
      { type: 0x101, value: Buffer.from([0x30, 0]) },
      { type: 0x102, value: Buffer.from(id, 'hex') },
      { type: 0x11, value: Buffer.from(der) },
    ]
    this.#call('C_CreateObject', numberOf(session), toNative(template), template.length, [0])
    this.#call('C_Logout', numberOf(session))
    this.C_CloseSession(session)
  }

  C_OpenSession(slot: Pkcs11Handle, flags: number): Pkcs11Handle {
    const session = new BigUint64Array(1)
    this.#call('C_OpenSession', numberOf(slot), flags, null, null, session)
    return handle(session[0] ?? 0n)
  }

  C_CloseSession(session: Pkcs11Handle): void {
    this.#call('C_CloseSession', numberOf(session))
  }

  C_Login(session: Pkcs11Handle, userType: number, pin?: string): void {
    this.logins.push(pin)
    const bytes = Buffer.from(pin ?? '')
    this.#call('C_Login', numberOf(session), userType, bytes, bytes.length)
  }

  C_FindObjectsInit(session: Pkcs11Handle, template: Attribute[]): void {
    this.#call('C_FindObjectsInit', numberOf(session), toNative(template), template.length)
  }

  C_FindObjects(session: Pkcs11Handle, maxObjectCount: number): Pkcs11Handle[] {
    const found = new BigUint64Array(maxObjectCount)
    const count = new BigUint64Array(1)
    this.#call('C_FindObjects', numberOf(session), found, maxObjectCount, count)
    return [...found.subarray(0, Number(count[0]))].map(handle)
  }

  C_FindObjectsFinal(session: Pkcs11Handle): void {
    this.#call('C_FindObjectsFinal', numberOf(session))
  }

  C_GetAttributeValue(session: Pkcs11Handle, object: Pkcs11Handle, template: { type: number }[]) {
    return template.map(({ type }) => {
      const value = Buffer.alloc(16_384)
      const native = [{ type, pValue: value, ulValueLen: value.length }]
      this.#call('C_GetAttributeValue', numberOf(session), numberOf(object), native, 1)
      return { type, value: value.subarray(0, Number(native[0]?.ulValueLen)) }
    })
  }

  C_SignInit(session: Pkcs11Handle, mechanism: Parameters<Pkcs11Module['C_SignInit']>[1], key: Pkcs11Handle): void {
    const { parameter } = mechanism
    // CK_RSA_PKCS_PSS_PARAMS, which pkcs11js makes of its type 5.
    if (parameter !== undefined && parameter.type !== 5) throw new Error('The parameter is of another type.')
    const numbers = parameter && BigUint64Array.of(...[parameter.hashAlg, parameter.mgf, parameter.saltLen].map(BigInt))
    const bytes = numbers && Buffer.from(numbers.buffer)
    const native = { mechanism: mechanism.mechanism, pParameter: bytes ?? null, ulParameterLen: bytes?.length ?? 0 }
    this.#call('C_SignInit', numberOf(session), native, numberOf(key))
  }

  async C_SignAsync(session: Pkcs11Handle, data: Buffer, output: Buffer): Promise<Buffer> {
    // A turn of the loop, as in pkcs11js: another call may come in between.
    await new Promise((resolve) => setTimeout(resolve, 2))
    const size = [output.length]
    this.#call('C_Sign', numberOf(session), data, data.length, output, size)
    return output.subarray(0, Number(size[0]))
  }

  #call(name: string, ...args: unknown[]): void {
    const code = this.#native[name]?.(...args) ?? -1
    if (code !== 0) throw new Pkcs11Error(name, code)
  }

  #util(...args: string[]): void {
    execFileSync('softhsm2-util', args, { stdio: 'pipe' })
  }
}

function handle(value: bigint): Pkcs11Handle {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer
}

function numberOf(value: Pkcs11Handle): bigint {
  return Buffer.from(value).readBigUInt64LE()
}

function toNative(template: readonly Attribute[]) {
  return template.map(({ type, value = 0 }) => {
    const bytes =
      typeof value === 'number'
        ? handle(BigInt(value))
        : typeof value === 'boolean'
          ? Buffer.of(value ? 1 : 0)
          : Buffer.from(value as string)
    return { type, pValue: bytes, ulValueLen: bytes.length }
  })
}
