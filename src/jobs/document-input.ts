/**
 * The input of a request: a document, or its address, and what is to be done with it.
 *
 * @module
 */

import { isPlainObject } from '../audit/canonical-json.js'
import { SealwrightError } from '../errors.js'
import { append } from '../lists.js'
import { describeIssues } from '../sign/request/request-issues.js'
import type { PadesLevel } from '../trust/trust-report.js'
import { decodeBase64, decodedLength } from './json/decode-base64.js'
import { type ParsedBody, parseJsonBody } from './json/parse-json-body.js'
import { invalidInput } from './members/invalid-input.js'
import { assertLevelOffered } from './members/level-offer.js'
import {
  type ConvertMembers,
  type DocumentKind,
  type ExtendMembers,
  requestSchemas,
} from './members/request-schemas.js'
import type { SignMember } from './members/sign-member-names.js'
import { assertSignMembers, type SignMembers } from './members/sign-members.js'

/** The members of a request apart from its document. */
export interface RequestMembers {
  /** Password that opens the document. It is kept apart from `request`, which is recorded. */
  readonly password?: string
  /** Options of a signature. */
  readonly sign?: SignMembers
  /** Options of an extension. */
  readonly extend?: Pick<ExtendMembers, 'level'>
  /** Options of a conversion. */
  readonly convert?: ConvertMembers
  /** The request for signDocument, which checks it itself. */
  readonly request: unknown
}

/** The document, and the other members of the body. */
export interface DocumentInput extends RequestMembers {
  readonly document: Uint8Array
  readonly fileName?: string
  readonly contentType?: string
}

/** A document that has to be fetched first. */
export interface RemoteDocument extends RequestMembers {
  readonly url: string
}

/** A form whose part `request` has not been parsed yet. */
export interface FormInput extends Pick<DocumentInput, 'document' | 'fileName' | 'contentType'> {
  readonly formJson: Uint8Array
}

/** How a body is read. */
export interface ReadingRules {
  readonly kind: DocumentKind
  readonly maxBytes: number
  /** Members of sign requests that callers may give. Default: all. */
  readonly signMembers?: readonly SignMember[]
  /** Levels that sign requests may ask for. Default: B-B alone. */
  readonly levels?: readonly PadesLevel[]
  /** Whether a form may carry the password as a field of its own, as a plain HTML form sends it. Default false. */
  readonly passwordField?: boolean
}

/** A JSON body: its bytes as they were sent, or its value when the host has parsed it. */
export type JsonInput = { readonly json: Uint8Array } | { readonly value: unknown }

/**
 * Takes a JSON body apart and decodes the document.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`, `file_too_large`
 */
export async function readJsonInput(input: JsonInput, rules: ReadingRules): Promise<DocumentInput | RemoteDocument> {
  const { value: body, cut }: ParsedBody = 'json' in input ? parseJsonBody(input.json) : input
  const { documentMember } = await requestSchemas()
  const { document: source, ...rest } = isPlainObject(body) ? body : {}
  const subject = isPlainObject(body) ? { ...(source === undefined ? {} : { document: source }) } : body
  const result = documentMember[rules.kind].safeParse(subject)
  const issues = result.success ? [] : describeIssues(result.error.issues, subject)
  const members = await readMembers(isPlainObject(body) ? rest : {}, rules, issues)
  if (!result.success) throw invalidInput(issues)
  const { base64: text, url } = result.data.document
  if (text === undefined) return { url: url ?? '', ...members }
  const base64 = cut !== undefined && text === cut.standIn ? cut.base64 : text
  if (decodedLength(base64) > rules.maxBytes) {
    throw new SealwrightError('file_too_large', `The document may have at most ${rules.maxBytes} bytes.`)
  }
  const document = decodeBase64(base64)
  if (document === undefined) {
    const message = text.startsWith('data:')
      ? 'This is a data: URI: leave out what comes before the comma.'
      : 'This is not base64 (RFC 4648, section 4, with padding and without line breaks).'
    throw invalidInput([{ pointer: '/document/base64', code: 'invalid_base64', message }])
  }
  return { document, ...members }
}

/**
 * Reads the part `request` of a form.
 *
 * @throws SealwrightError `invalid_json`, `invalid_request`
 */
export async function readFormMembers(body: unknown, rules: ReadingRules): Promise<RequestMembers> {
  if (typeof body === 'object' && body !== null && 'document' in body) {
    throw new SealwrightError('invalid_request', 'The document is the part "file" of the form: leave out "document".', {
      errors: [{ pointer: '/document', code: 'exactly_one', message: 'The form has a file already.' }],
    })
  }
  return readMembers(body, rules)
}

/** Parses what has not been parsed yet of an input. */
export async function resolveInput(
  input: JsonInput | FormInput | DocumentInput,
  rules: ReadingRules,
): Promise<DocumentInput | RemoteDocument> {
  if (!('document' in input)) return readJsonInput(input, rules)
  if (!('formJson' in input)) return input
  const { formJson, ...file } = input
  return { ...file, ...(await readFormMembers(parseJsonBody(formJson).value, rules)) }
}

/**
 * Checks the members of a request apart from its document.
 *
 * @param found Faults of the document, so that one answer lists all.
 * @throws SealwrightError `invalid_request`
 */
export async function readMembers(
  body: unknown,
  { kind, signMembers, levels = ['B-B'] }: ReadingRules,
  found: SealwrightError['errors'] = [],
): Promise<RequestMembers> {
  const { signOptions, verifyOptions, extendOptions, convertOptions } = await requestSchemas()
  const schema = { sign: signOptions, verify: verifyOptions, extend: extendOptions, convert: convertOptions }[kind]
  const result = schema.safeParse(body)
  const issues = [...found, ...(result.success ? [] : describeIssues(result.error.issues, body))]
  const request = kind === 'sign' && isPlainObject(body) ? signRequestOf(body, Object.keys(signOptionShape)) : {}
  if (issues.length > 0 && kind === 'sign' && isPlainObject(body)) append(issues, await signRequestIssues(request))
  if (!result.success || issues.length > 0) throw invalidInput(issues)
  const { password, ...options } = withoutUndefined(result.data)
  const members = { ...(typeof password === 'string' ? { password } : {}), request }
  if (kind === 'convert') return { ...members, convert: options }
  if (kind === 'verify') return members
  if (kind === 'extend') return { ...members, extend: options }
  assertSignMembers(options, signMembers)
  assertLevelOffered((options as SignMembers).level, levels)
  return { ...members, sign: options }
}

/** The members of a sign request that become options of signDocument. The other members are the request itself. */
const signOptionShape: Readonly<Record<keyof SignMembers | 'password', true>> = {
  password: true,
  trackedChanges: true,
  comments: true,
  documentName: true,
  reason: true,
  location: true,
  field: true,
  appearance: true,
  certify: true,
  level: true,
}

function signRequestOf(body: Record<string, unknown>, options: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !options.includes(name)))
}

function withoutUndefined(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}

/** The faults of the signing request, so that one answer lists all faults. */
async function signRequestIssues(request: unknown): Promise<SealwrightError['errors']> {
  const { parseSignRequest } = await import('../sign/request/request.js')
  try {
    await parseSignRequest(request)
    return []
  } catch (error) {
    if (error instanceof SealwrightError) return error.errors
    throw error
  }
}
