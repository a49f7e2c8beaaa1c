/**
 * Chooses the batch of the next job. Tenants take turns, however many jobs each has waiting; batches of one tenant go oldest
 * first.
 *
 * @module
 */

import type { BatchEngine } from '../batch-engine.js'

export type RunningBatch = Awaited<ReturnType<BatchEngine['runningBatches']>>[number]

interface Tenant {
  readonly id: string
  batches: readonly RunningBatch[]
}

/** A round of tenants. */
export class FairTurns {
  #tenants: Tenant[] = []
  /** Batches without a due job. They are skipped until the list is renewed. */
  readonly #empty = new Set<string>()

  /** Takes over the list of running batches, oldest first. Tenants keep their places in the round. */
  renew(batches: readonly RunningBatch[]): void {
    const byTenant = new Map<string, RunningBatch[]>()
    for (const batch of batches) {
      const known = byTenant.get(batch.tenant)
      if (known === undefined) byTenant.set(batch.tenant, [batch])
      else known.push(batch)
    }
    const stay = this.#tenants.filter(({ id }) => byTenant.has(id))
    for (const tenant of stay) {
      tenant.batches = byTenant.get(tenant.id) ?? []
      byTenant.delete(tenant.id)
    }
    this.#tenants = [...stay, ...[...byTenant].map(([id, list]) => ({ id, batches: list }))]
    this.#empty.clear()
  }

  /** Number of tenants that may have jobs. */
  get tenants(): number {
    return this.#order().length
  }

  /** Whether this batch is next. */
  isNext(id: string): boolean {
    return this.#order()[0]?.id === id
  }

  /** All batches that may have jobs, in the order in which to ask for them. The first tenant moves to the end of the round. */
  next(): RunningBatch[] {
    const order = this.#order()
    const first = order[0]
    if (first === undefined) return []
    const index = this.#tenants.findIndex(({ id }) => id === first.tenant)
    this.#tenants = [...this.#tenants.slice(index + 1), ...this.#tenants.slice(0, index + 1)]
    return order
  }

  #order(): RunningBatch[] {
    return this.#tenants.flatMap(({ batches }) => batches.filter(({ id }) => !this.#empty.has(id)).slice(0, 1))
  }

  /** Records that a batch had no due job. */
  markEmpty(id: string): void {
    this.#empty.add(id)
  }

  /** The batches that were empty when they were asked. */
  get empty(): RunningBatch[] {
    return this.#tenants.flatMap(({ batches }) => batches.filter(({ id }) => this.#empty.has(id)))
  }
}
