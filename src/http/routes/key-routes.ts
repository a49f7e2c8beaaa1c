/**
 * `/v1/keys`: owners manage their keys.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { parseInput } from '../../jobs/members/invalid-input.js'
import { requestSchemas } from '../../jobs/members/request-schemas.js'
import { covers } from '../../keys/key-grants.js'
import type { ApiKeyInfo, IssuedApiKey, KeyOwner } from '../../keys/key-issuer-options.js'
import { type ApiAnswer, emptyAnswer, jsonAnswer } from '../answers.js'
import type { ApiKeys, KeyManagement } from '../api-options.js'
import { presentedKey } from '../authenticate.js'
import { readJsonValue } from '../body/read-json.js'
import type { Exchange, Handler, Route } from '../route.js'
import { PRIVATE_HEADERS } from './auth-routes.js'

/** An owner, and the methods to manage keys. */
interface Management {
  readonly owner: KeyOwner
  readonly keys: KeyManagement
}

type OwnerHandler = (exchange: Exchange, management: Management) => Promise<ApiAnswer>

/** The routes, if the methods for them are there. */
export function keyRoutes(keys: Partial<ApiKeys>): Route[] {
  if (!canManage(keys)) return []
  return [
    { path: '/v1/keys', methods: { GET: asOwner(keys, list), POST: asOwner(keys, create) } },
    { path: '/v1/keys/session', methods: { POST: (exchange) => openSession(exchange, keys) } },
    {
      path: '/v1/keys/{id}',
      methods: { GET: asOwner(keys, show), POST: asOwner(keys, rename), DELETE: asOwner(keys, revoke) },
    },
    { path: '/v1/keys/{id}/rotate', methods: { POST: asOwner(keys, rotate) } },
  ]
}

/** Whether these keys can be managed over HTTP. */
export function canManage(keys: Partial<ApiKeys>): keys is Partial<ApiKeys> & KeyManagement {
  const needed = [
    'openSession',
    'authenticateOwner',
    'listKeys',
    'findKey',
    'issueKey',
    'updateKey',
    'rotateKey',
    'revokeKey',
  ] as const
  return needed.every((name) => typeof keys[name] === 'function')
}

function asOwner(keys: KeyManagement, handler: OwnerHandler): Handler {
  return async (exchange) => {
    const presented = presentedKey(exchange)
    if (presented === undefined) {
      const message = 'Send an API key, or the token of a session, in the header "Authorization: Bearer <key>".'
      throw new SealwrightError('missing_api_key', message)
    }
    const owner = await keys.authenticateOwner(presented, keyContext(exchange))
    if (owner.keyId !== null) exchange.log['keyId'] = owner.keyId
    return handler(exchange, { owner, keys })
  }
}

function keyContext({ context, requestId, signal }: Exchange) {
  return { clientAddress: context.clientAddress, requestId, signal }
}

async function openSession(exchange: Exchange, keys: KeyManagement): Promise<ApiAnswer> {
  const { email, code } = parseInput((await requestSchemas()).redeemRequest, await readJsonValue(exchange))
  return answer(await keys.openSession(email, code, keyContext(exchange)))
}

async function list(exchange: Exchange, { owner, keys }: Management): Promise<ApiAnswer> {
  const all = await keys.listKeys(owner.email, keyContext(exchange))
  return answer({ keys: all.map((key) => describe(key, owner)) })
}

async function create(exchange: Exchange, { owner, keys }: Management): Promise<ApiAnswer> {
  const { name, scopes, expiresAt } = parseInput((await requestSchemas()).newKeyRequest, await readOptional(exchange))
  const wanted = scopes ?? owner.scopes
  assertCovers(owner, wanted)
  const issued = await keys.issueKey(
    owner.email,
    {
      name: name ?? null,
      scopes: wanted,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
    },
    keyContext(exchange),
  )
  return answer(describeIssued(issued), 201)
}

async function show(exchange: Exchange, management: Management): Promise<ApiAnswer> {
  return answer(describe(await findOwn(exchange, management), management.owner))
}

async function rename(exchange: Exchange, management: Management): Promise<ApiAnswer> {
  const { name } = parseInput((await requestSchemas()).renameKeyRequest, await readJsonValue(exchange))
  const { id } = await findOwn(exchange, management)
  const changed = await management.keys.updateKey(id, { name }, keyContext(exchange))
  return answer(describe(changed, management.owner))
}

async function rotate(exchange: Exchange, management: Management): Promise<ApiAnswer> {
  const { graceSeconds } = parseInput((await requestSchemas()).rotateKeyRequest, await readOptional(exchange))
  const { id, scopes } = await findOwn(exchange, management)
  // The successor has the rights of the old key, and the caller receives it.
  assertCovers(management.owner, scopes)
  const grace = graceSeconds === undefined ? {} : { graceMs: graceSeconds * 1000 }
  return answer(describeIssued(await management.keys.rotateKey(id, { ...keyContext(exchange), ...grace })))
}

async function revoke(exchange: Exchange, management: Management): Promise<ApiAnswer> {
  const { id } = await findOwn(exchange, management)
  await management.keys.revokeKey(id, keyContext(exchange))
  return emptyAnswer(204, PRIVATE_HEADERS)
}

/** Finds a key of the owner. Keys of others count as unknown. */
async function findOwn(exchange: Exchange, { owner, keys }: Management): Promise<ApiKeyInfo> {
  const key = await keys.findKey(exchange.params['id'] ?? '', keyContext(exchange))
  if (key === null || key.email !== owner.email) {
    throw new SealwrightError('key_not_found', 'There is no API key with this id.')
  }
  return key
}

function assertCovers(owner: KeyOwner, wanted: KeyOwner['scopes']): void {
  if (covers(owner.scopes, wanted)) return
  throw new SealwrightError('insufficient_scope', 'The API key permits less than the key that it asks for.')
}

/** Describes a key, and whether it is the one that was presented. */
function describe({ email: _, ...key }: ApiKeyInfo, { keyId }: KeyOwner) {
  return { ...key, isPresented: key.id === keyId }
}

function describeIssued({ apiKey, id, email, createdAt, expiresAt, name, scopes }: IssuedApiKey) {
  return { apiKey, id, email, name, scopes, createdAt, expiresAt }
}

function answer(value: unknown, status = 200): ApiAnswer {
  return jsonAnswer(value, status, PRIVATE_HEADERS)
}

/** Reads a body that may be left out. */
async function readOptional(exchange: Exchange): Promise<unknown> {
  const { headers } = exchange.request
  const isEmpty = headers.get('transfer-encoding') === null && Number(headers.get('content-length') ?? 0) === 0
  const isLeftOut = headers.get('content-type') === null && isEmpty
  return isLeftOut ? {} : readJsonValue(exchange)
}
