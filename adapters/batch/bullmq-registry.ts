/**
 * The registry of batches, in Redis next to their queues.
 *
 * @module
 */

import type { BatchCharge, BatchEngine, EnginePage, PageRequest, RejectedEntry, StoredBatch } from '../../src/index.js'
import { parseJson } from '../../src/input/json/parse-json.js'
import { jsonText } from '../../src/input/json-text.js'
import { type RedisScript, runRedisScript, sendRedisCommand } from '../stores/redis-command.js'
import { type BullmqClient, runSafely } from './load-bullmq.js'

/**
 * Creates a batch. KEYS: batch, all, those of its tenant, running. ARGV: id, score, record, state, filled, kind. An existing
 * batch stays unchanged.
 */
const CREATE: RedisScript = {
  text: `if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'record', ARGV[3], 'state', ARGV[4], 'filled', ARGV[5], 'round', 0)
  if ARGV[6] == 'documents' then
    redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
    redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
  end
  if ARGV[4] == 'running' then redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1]) end
end
return redis.call('HGETALL', KEYS[1])`,
}

/** Changes a batch. KEYS: batch, running. ARGV: id, score, permitted states (each between commas), then names and values. */
const CHANGE: RedisScript = {
  text: `local state = redis.call('HGET', KEYS[1], 'state')
if not state or not string.find(ARGV[3], ',' .. state .. ',', 1, true) then return 0 end
for i = 4, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i]) else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
if redis.call('HGET', KEYS[1], 'state') == 'running' then redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
else redis.call('ZREM', KEYS[2], ARGV[1]) end
return 1`,
}

/** Lists running batches. KEYS: running. ARGV: prefix of the keys of batches. Batches without a record are left out. */
const RUNNING: RedisScript = {
  text: `local list = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local batch = redis.call('HMGET', ARGV[1] .. id, 'record', 'filled')
  if batch[1] then
    local record = cjson.decode(batch[1])
    list[#list + 1] = { id, record.tenant, record.kind, batch[2] }
  end
end
return list`,
}

/**
 * Charges a batch. KEYS: the batch, its charge, its tenant's charge, the charge of all. ARGV: name, amount and limit (or '') of
 * each amount. An amount that is given back twice does not make a charge negative.
 */
const CHARGE: RedisScript = {
  text: `if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
for i = 1, #ARGV, 3 do
  local used = tonumber(redis.call('HGET', KEYS[3], ARGV[i]) or 0)
  if ARGV[i + 2] ~= '' and tonumber(ARGV[i + 1]) > 0 and used + tonumber(ARGV[i + 1]) > tonumber(ARGV[i + 2]) then return ARGV[i] end
end
for i = 1, #ARGV, 3 do
  local own = tonumber(redis.call('HGET', KEYS[2], ARGV[i]) or 0)
  local amount = math.max(tonumber(ARGV[i + 1]), 0 - own)
  for k = 2, 4 do redis.call('HINCRBY', KEYS[k], ARGV[i], string.format('%d', amount)) end
end
return 'charged'`,
}

/**
 * Sets charges. KEYS: as above. ARGV: name and new amount of each. Sums that are 0 are deleted, so that nothing of a tenant
 * remains.
 */
const SETTLE: RedisScript = {
  text: `for i = 1, #ARGV, 2 do
  local change = tonumber(ARGV[i + 1]) - tonumber(redis.call('HGET', KEYS[2], ARGV[i]) or 0)
  for k = 2, 4 do
    if redis.call('HINCRBY', KEYS[k], ARGV[i], string.format('%d', change)) == 0 then redis.call('HDEL', KEYS[k], ARGV[i]) end
  end
end`,
}

const CHARGES = ['documents', 'urls', 'bytes'] as const satisfies readonly (keyof BatchCharge)[]

/** Stores rejected entries. KEYS: rejections. ARGV: position and entry, alternating. */
const REJECT: RedisScript = {
  text: `for i = 1, #ARGV, 2 do
  redis.call('ZREMRANGEBYSCORE', KEYS[1], ARGV[i], ARGV[i])
  redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1])
end`,
}

/** The part of the engine that handles batches as a whole. */
export class BatchRegistry {
  readonly #client: BullmqClient
  readonly #keys: {
    readonly all: string
    readonly running: string
    batch(id: string): string
    tenant(tenant: string): string
    rejected(id: string): string
    charge(id: string): string
    charged(tenant: string): string
    readonly chargedToAll: string
  }

  constructor(client: BullmqClient, prefix: string) {
    this.#client = client
    // BullMQ's own keys have the id of a batch in second place, and no id equals one of these words.
    this.#keys = {
      all: `${prefix}:batches`,
      running: `${prefix}:running`,
      batch: (id) => `${prefix}:batch:${id}`,
      tenant: (tenant) => `${prefix}:tenant:${tenant}`,
      rejected: (id) => `${prefix}:rejected:${id}`,
      charge: (id) => `${prefix}:charge:${id}`,
      charged: (tenant) => `${prefix}:charged:${tenant}`,
      chargedToAll: `${prefix}:charges`,
    }
  }

  #run(script: RedisScript, keys: readonly string[], ...args: (string | number)[]): Promise<unknown> {
    return runSafely(() => runRedisScript(this.#client, script, keys, args))
  }

  #send(command: string, ...args: string[]): Promise<unknown> {
    return runSafely(() => sendRedisCommand(this.#client, command, ...args))
  }

  async createBatch(batch: StoredBatch): Promise<StoredBatch> {
    const { id, tenant, state, isFilled, createdAt, name, kind, request } = batch
    const { all, running, batch: key, tenant: ofTenant } = this.#keys
    const record = jsonText({ id, tenant, name, kind, request, createdAt })
    const keys = [key(id), all, ofTenant(tenant), running]
    const reply = await this.#run(CREATE, keys, id, createdAt, record, state, isFilled ? 1 : 0, kind)
    return toBatch(reply) ?? batch
  }

  async findBatch(id: string): Promise<StoredBatch | null> {
    return toBatch(await this.#send('HGETALL', this.#keys.batch(id)))
  }

  async changeBatch(
    id: string,
    from: readonly StoredBatch['state'][],
    { state, isFilled, finishedAt, round }: Partial<StoredBatch>,
  ): Promise<boolean> {
    const batch = await this.findBatch(id)
    if (batch === null) return false
    const values: [string, string | undefined][] = [
      ['state', state],
      ['filled', isFilled === undefined ? undefined : isFilled ? '1' : '0'],
      ['finishedAt', finishedAt === undefined ? undefined : String(finishedAt ?? '')],
      ['round', round === undefined ? undefined : String(round)],
    ]
    const given = values.flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
    const keys = [this.#keys.batch(id), this.#keys.running]
    return (await this.#run(CHANGE, keys, id, batch.createdAt, `,${from.join(',')},`, ...given)) === 1
  }

  async listBatches(tenant: string | null, { cursor, limit }: PageRequest): Promise<EnginePage<StoredBatch>> {
    const first = Number(cursor ?? 0)
    const key = tenant === null ? this.#keys.all : this.#keys.tenant(tenant)
    const ids = (await this.#send('ZREVRANGE', key, String(first), String(first + limit))) as string[]
    const batches = await Promise.all(ids.slice(0, limit).map((id) => this.findBatch(id)))
    const items = batches.filter((batch) => batch !== null)
    return { items, cursor: ids.length > limit ? String(first + limit) : null }
  }

  async runningBatches() {
    const list = await this.#run(RUNNING, [this.#keys.running], this.#keys.batch(''))
    return (list as [string, string, StoredBatch['kind'], string][]).map(([id, tenant, kind, filled]) => {
      return { id, tenant, kind, isFilled: filled === '1' }
    })
  }

  async addRejections(batchId: string, rejections: readonly RejectedEntry[]): Promise<void> {
    const args = rejections.flatMap((entry) => [entry.position, jsonText(entry)])
    await this.#run(REJECT, [this.#keys.rejected(batchId)], ...args)
  }

  async listRejections(batchId: string, { cursor, limit }: PageRequest): Promise<EnginePage<RejectedEntry>> {
    const first = Number(cursor ?? 0)
    const reply = await this.#send('ZRANGE', this.#keys.rejected(batchId), String(first), String(first + limit))
    const entries = reply as string[]
    const items = entries.slice(0, limit).map((entry) => JSON.parse(entry) as RejectedEntry)
    return { items, cursor: entries.length > limit ? String(first + limit) : null }
  }

  async charge(
    batchId: string,
    amounts: Partial<BatchCharge>,
    limits: Partial<BatchCharge>,
  ): ReturnType<BatchEngine['charge']> {
    const batch = await this.findBatch(batchId)
    if (batch === null) return 'gone'
    const args = CHARGES.flatMap((name) => [name, amounts[name] ?? 0, finite(limits[name])])
    return (await this.#run(CHARGE, this.#chargeKeys(batch), ...args)) as Awaited<ReturnType<BatchEngine['charge']>>
  }

  async settle(batchId: string, amounts: Partial<BatchCharge>): Promise<void> {
    const batch = await this.findBatch(batchId)
    if (batch === null) return
    const given = CHARGES.flatMap((name) => (amounts[name] === undefined ? [] : [name, amounts[name]]))
    await this.#run(SETTLE, this.#chargeKeys(batch), ...given)
  }

  #chargeKeys({ id, tenant }: StoredBatch): string[] {
    const { batch, charge, charged, chargedToAll } = this.#keys
    return [batch(id), charge(id), charged(tenant), chargedToAll]
  }

  async usage(tenant: string | null): Promise<BatchCharge> {
    const key = tenant === null ? this.#keys.chargedToAll : this.#keys.charged(tenant)
    const counts = (await this.#send('HMGET', key, ...CHARGES)) as (string | null)[]
    const [documents = 0, urls = 0, bytes = 0] = counts.map((count) => Math.max(0, Number(count ?? 0)))
    return { documents, urls, bytes }
  }

  async oldBatches(before: number, { skip, limit }: { readonly skip: number; readonly limit: number }) {
    const page = ['LIMIT', String(skip), String(limit)]
    const ids = await this.#send('ZRANGEBYSCORE', this.#keys.all, '-inf', `(${before}`, ...page)
    const batches = await Promise.all((ids as string[]).map((id) => this.findBatch(id)))
    return batches.filter((batch) => batch !== null)
  }

  protected async countRejections(batchId: string): Promise<number> {
    return Number(await this.#send('ZCARD', this.#keys.rejected(batchId)))
  }

  protected async forget(id: string): Promise<void> {
    const batch = await this.findBatch(id)
    const { all, running, batch: key, tenant, rejected } = this.#keys
    await this.#send('ZREM', all, id)
    await this.#send('ZREM', running, id)
    if (batch !== null) await this.#send('ZREM', tenant(batch.tenant), id)
    await this.settle(id, { documents: 0, urls: 0, bytes: 0 })
    await this.#send('DEL', key(id), rejected(id), this.#keys.charge(id))
  }
}

/** A hash, as a list of names and values (RESP2) or a map (RESP3). */
function toBatch(reply: unknown): StoredBatch | null {
  const list = Array.isArray(reply) ? reply.map(String) : Object.entries(Object(reply)).flat().map(String)
  const fields = new Map<string, string>()
  for (let i = 0; i + 1 < list.length; i += 2) fields.set(list[i] ?? '', list[i + 1] ?? '')
  const record = fields.get('record')
  if (record === undefined) return null
  const finishedAt = fields.get('finishedAt')
  return {
    // Metadata in the request have names chosen by strangers, so a parser with checks reads them.
    ...(parseJson(record) as Pick<StoredBatch, 'id' | 'tenant' | 'name' | 'kind' | 'request' | 'createdAt'>),
    state: (fields.get('state') ?? 'running') as StoredBatch['state'],
    isFilled: fields.get('filled') === '1',
    finishedAt: finishedAt === undefined ? null : Number(finishedAt),
    round: Number(fields.get('round') ?? 0),
  }
}

function finite(limit: number | undefined): number | '' {
  return limit === undefined || !Number.isFinite(limit) ? '' : Math.floor(limit)
}
