/**
 * A signing key in a hardware security module, a smart card or a token, through PKCS #11.
 *
 * @example
 * ```ts
 * import { PKCS11 } from 'pkcs11js'
 * import { identityFromPkcs11 } from 'sealwright/identities/pkcs11'
 *
 * const module = new PKCS11()
 * module.load('/usr/lib/softhsm/libsofthsm2.so')
 * module.C_Initialize()
 * const identity = identityFromPkcs11({
 *   module,
 *   slot: module.C_GetSlotList(true)[0],
 *   pin: process.env.HSM_PIN,
 *   label: 'seal',
 *   certificates: await readFile('seal-chain.pem'),
 * })
 * ```
 *
 * @module
 */

import { SealwrightError, type SignatureAlgorithm, type SigningIdentity } from '../../src/index.js'
import { BYTES, checkOptions, OBJECT, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import { codeOf } from '../../src/input/foreign-values.js'
import { CERTIFICATE_FILES, SIGNATURE_ALGORITHM } from '../../src/input/identity-checks.js'
import { type CertificateInput, digestOf, hashBits, readRemoteKey } from './remote-key.js'

/** A handle of the driver. */
export type Pkcs11Handle = Uint8Array

/** The parts of `PKCS11` of `pkcs11js` that are used. The module must be loaded and initialised. */
export interface Pkcs11Module {
  C_OpenSession(slot: Pkcs11Handle, flags: number): Pkcs11Handle
  C_CloseSession(session: Pkcs11Handle): void
  C_Login(session: Pkcs11Handle, userType: number, pin?: string): void
  C_FindObjectsInit(
    session: Pkcs11Handle,
    template: { type: number; value?: number | string | Uint8Array | boolean }[],
  ): void
  C_FindObjects(session: Pkcs11Handle, maxObjectCount: number): Pkcs11Handle[]
  C_FindObjectsFinal(session: Pkcs11Handle): void
  C_GetAttributeValue(
    session: Pkcs11Handle,
    object: Pkcs11Handle,
    template: { type: number }[],
  ): { type: number; value: Uint8Array }[]
  C_SignInit(session: Pkcs11Handle, mechanism: Pkcs11Mechanism, key: Pkcs11Handle): void
  C_SignAsync(session: Pkcs11Handle, data: Uint8Array, output: Uint8Array): Promise<Uint8Array>
}

/** A mechanism and its parameter, as pkcs11js takes them. */
export interface Pkcs11Mechanism {
  readonly mechanism: number
  readonly parameter?: {
    readonly type: number
    readonly hashAlg: number
    readonly mgf: number
    readonly saltLen: number
  }
}

/** Options of identityFromPkcs11. */
export interface Pkcs11Options {
  readonly module: Pkcs11Module
  readonly slot: Pkcs11Handle
  /** PIN of the token. Left out where the token asks for it in another way, such as on a PIN pad. */
  readonly pin?: string | undefined
  /** CKA_LABEL of the private key. If `id` is given too, both must match. */
  readonly label?: string | undefined
  /** CKA_ID of the private key. */
  readonly id?: Uint8Array | undefined
  /** The signer's certificate and its issuers. Default: the certificate on the token with the same CKA_ID as the key. */
  readonly certificates?: CertificateInput | undefined
  /** Signature algorithm. Default: SHA-256, or the hash that matches a larger curve; PKCS #1 v1.5 for RSA. */
  readonly algorithm?: SignatureAlgorithm | undefined
}

/** An identity with an open session. */
export interface Pkcs11Identity extends SigningIdentity {
  /** Ends the session; signing fails from then on. */
  close(): void
}

// PKCS #11 Base Specification 3.0, appendix B.
const CKF_SERIAL_SESSION = 4
const CKU_USER = 1
const CKA = { class: 0x0, label: 0x3, value: 0x11, id: 0x102 } as const
const CKO = { certificate: 1, privateKey: 3 } as const
const CKM_EDDSA = 0x1057
const CKM_ECDSA = 0x1041
const CKM_RSA = { '256': 0x40, '384': 0x41, '512': 0x42 } as const
const CKM_RSA_PSS = { '256': 0x43, '384': 0x44, '512': 0x45 } as const
const CKM_SHA = { '256': 0x250, '384': 0x260, '512': 0x270 } as const
const CKG_MGF1 = { '256': 2, '384': 3, '512': 4 } as const
const CKR_USER_ALREADY_LOGGED_IN = 0x100
/** Return codes for a PIN that is incorrect, invalid, of a wrong length, expired or locked. */
const CKR_PIN = new Set([0xa0, 0xa1, 0xa2, 0xa3, 0xa4])
/**
 * Return codes for a lost session: device error, device memory, device removed; session closed, session handle invalid; user not
 * logged in; token not present.
 */
const CKR_SESSION_LOST = new Set([0x30, 0x31, 0x32, 0xb0, 0xb3, 0x101, 0xe0])

/** The type of RSASSA-PSS parameters in pkcs11js (its constant CK_PARAMS_RSA_PSS). */
const CK_PARAMS_RSA_PSS = 5
/** Size of a buffer for signatures, in bytes. It holds a signature by a key of 16,384 bits. */
const MAX_SIGNATURE_BYTES = 2048

const OPTIONS: OptionTable<Pkcs11Options> = {
  module: required(OBJECT),
  slot: required(OBJECT),
  pin: TEXT,
  label: TEXT,
  id: BYTES,
  certificates: CERTIFICATE_FILES,
  algorithm: SIGNATURE_ALGORITHM,
}

/**
 * Makes the identity: opens a session, logs in and finds the key. Signatures are made one after the other, since a session runs
 * one operation at a time. A lost session (a token that was pulled out and put back) is opened once more.
 *
 * @throws SealwrightError `invalid_identity` when there is no such key or certificate, or more than one; `wrong_passphrase` when
 * the PIN is refused. It is not tried again, since tokens lock themselves. No error contains the PIN.
 */
export function identityFromPkcs11(options: Pkcs11Options): Pkcs11Identity {
  checkOptions(options, OPTIONS)
  const token = new TokenKey(options)
  const certificates = options.certificates ?? token.certificate()
  const { algorithm: wanted } = options
  const key = readRemoteKey({ certificates, ...(wanted === undefined ? {} : { algorithm: wanted }) })
  return {
    certificates: key.certificates,
    algorithm: key.algorithm,
    sign: (data, { signal } = {}) => token.sign(data, key.algorithm, signal),
    close: () => token.close(),
  }
}

interface OpenKey {
  readonly session: Pkcs11Handle
  readonly key: Pkcs11Handle
}

/** A key on a token, with the session in which it is used. */
class TokenKey {
  readonly #options: Pkcs11Options
  #open: OpenKey | undefined
  #isClosed = false
  /** The last signature that waits for the session. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Pkcs11Options) {
    if (options.label === undefined && options.id === undefined) {
      throw new SealwrightError('invalid_request', 'The key must be named by its label or its id.')
    }
    this.#options = options
    this.#open = this.#openKey()
  }

  /** The certificate on the token with the key's id. */
  certificate(): Uint8Array {
    const { module } = this.#options
    const { session, key } = this.#opened()
    return explain(() => {
      const id = module.C_GetAttributeValue(session, key, [{ type: CKA.id }])[0]?.value ?? Buffer.alloc(0)
      const template = [
        { type: CKA.class, value: CKO.certificate },
        { type: CKA.id, value: id },
      ]
      const found = this.#findOne(session, template, 'certificate')
      return new Uint8Array(module.C_GetAttributeValue(session, found, [{ type: CKA.value }])[0]?.value ?? [])
    })
  }

  sign(data: Uint8Array, algorithm: SignatureAlgorithm, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const signing = this.#last.then(async () => {
      signal?.throwIfAborted()
      try {
        return await this.#signOnce(data, algorithm)
      } catch (error) {
        if (!CKR_SESSION_LOST.has(returnCodeOf(error)) || this.#isClosed) throw described(error)
        this.#closeSession()
        return await this.#signOnce(data, algorithm).catch((again: unknown) => Promise.reject(described(again)))
      }
    })
    this.#last = signing.catch(() => undefined)
    return signing
  }

  close(): void {
    this.#isClosed = true
    this.#closeSession()
  }

  async #signOnce(data: Uint8Array, algorithm: SignatureAlgorithm): Promise<Uint8Array> {
    const { module } = this.#options
    const { session, key } = this.#opened()
    module.C_SignInit(session, mechanismOf(algorithm), key)
    // CKM_ECDSA takes the digest and returns r and s one after the other. The other mechanisms compute the hash themselves.
    const input = algorithm.name === 'ECDSA' ? digestOf(data, algorithm) : data
    return new Uint8Array(await module.C_SignAsync(session, Buffer.from(input), Buffer.alloc(MAX_SIGNATURE_BYTES)))
  }

  #opened(): OpenKey {
    if (this.#isClosed) throw new SealwrightError('signing_failed', 'The session with the token was closed.')
    this.#open ??= this.#openKey()
    return this.#open
  }

  #openKey(): OpenKey {
    const { module, slot, pin, label, id } = this.#options
    return explain(() => {
      const session = module.C_OpenSession(slot, CKF_SERIAL_SESSION)
      try {
        login(module, session, pin)
        const template = [
          { type: CKA.class, value: CKO.privateKey },
          ...(label === undefined ? [] : [{ type: CKA.label, value: label }]),
          ...(id === undefined ? [] : [{ type: CKA.id, value: Buffer.from(id) }]),
        ]
        return { session, key: this.#findOne(session, template, 'private key') }
      } catch (error) {
        module.C_CloseSession(session)
        throw error
      }
    })
  }

  #findOne(
    session: Pkcs11Handle,
    template: Parameters<Pkcs11Module['C_FindObjectsInit']>[1],
    what: string,
  ): Pkcs11Handle {
    const { module } = this.#options
    module.C_FindObjectsInit(session, template)
    const found = module.C_FindObjects(session, 2)
    module.C_FindObjectsFinal(session)
    const [only, other] = found
    if (only !== undefined && other === undefined) return only
    const text = only === undefined ? `The token has no such ${what}.` : `The token has more than one such ${what}.`
    throw new SealwrightError('invalid_identity', text)
  }

  #closeSession(): void {
    const open = this.#open
    this.#open = undefined
    try {
      if (open !== undefined) this.#options.module.C_CloseSession(open.session)
    } catch {
      // The session is closed already, which is the goal.
    }
  }
}

function login(module: Pkcs11Module, session: Pkcs11Handle, pin: string | undefined): void {
  try {
    module.C_Login(session, CKU_USER, pin)
  } catch (error) {
    // All sessions of a process share one login.
    if (returnCodeOf(error) !== CKR_USER_ALREADY_LOGGED_IN) throw error
  }
}

function mechanismOf(algorithm: SignatureAlgorithm): Pkcs11Mechanism {
  const bits = hashBits(algorithm) ?? '512'
  switch (algorithm.name) {
    // CKM_RSA_PKCS is not used, since it requires a DigestInfo made by the caller.
    case 'RSASSA-PKCS1-v1_5':
      return { mechanism: CKM_RSA[bits] }
    case 'RSASSA-PSS': {
      const parameter = {
        type: CK_PARAMS_RSA_PSS,
        hashAlg: CKM_SHA[bits],
        mgf: CKG_MGF1[bits],
        saltLen: Number(bits) / 8,
      }
      return { mechanism: CKM_RSA_PSS[bits], parameter }
    }
    case 'ECDSA':
      return { mechanism: CKM_ECDSA }
    default:
      return { mechanism: CKM_EDDSA }
  }
}

/** The CKR_ return code of a driver's error; -1 for any other error. */
function returnCodeOf(error: unknown): number {
  const code = codeOf(error)
  return typeof code === 'number' ? code : -1
}

function explain<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw described(error)
  }
}

function described(error: unknown): unknown {
  if (error instanceof SealwrightError) return error
  const code = returnCodeOf(error)
  if (CKR_PIN.has(code)) {
    const message = `The token refused the PIN (0x${code.toString(16)}). It locks itself after a few wrong ones.`
    return new SealwrightError('wrong_passphrase', message)
  }
  if (code < 0) return error
  const { message } = error as Error
  return new SealwrightError('signing_failed', `The token failed: ${message.slice(0, 200)}`, { cause: error })
}
