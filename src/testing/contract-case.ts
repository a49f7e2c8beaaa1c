/**
 * A contract as a list of cases, for whatever test runner a host has.
 *
 * @module
 */

/** One thing that an implementation must do. */
export interface ContractCase {
  /** What it must do; completes a sentence that begins with "it". */
  readonly name: string
  /** Resolves when it does that, rejects with an AssertionError that says what was there and what should be. */
  run(): Promise<void>
}

/** The cases of one contract by name; each is given a context of its own. */
export type CaseTable<C> = Readonly<Record<string, (context: C) => Promise<void>>>

/**
 * @param open makes the context of a case
 * @param close releases what the case opened, also when it failed
 */
export function casesOf<C>(
  table: CaseTable<C>,
  open: () => C,
  close?: (context: C) => Promise<void>,
): readonly ContractCase[] {
  return Object.entries(table).map(([name, check]) => ({
    name,
    async run() {
      const context = open()
      try {
        await check(context)
      } finally {
        await close?.(context)
      }
    },
  }))
}

/** Puts the topic before the name of each case. */
export function topic<C>(name: string, table: CaseTable<C>): CaseTable<C> {
  return Object.fromEntries(Object.entries(table).map(([each, check]) => [`${name}: ${each}`, check]))
}
