/**
 * A contract as a list of cases, for any test runner.
 *
 * @module
 */

/** One thing that an implementation must do. */
export interface ContractCase {
  /** What it must do; completes a sentence that begins with "it". */
  readonly name: string
  /** Resolves when the implementation passes. Rejects with an AssertionError that says what was found and what was expected. */
  run(): Promise<void>
}

/** The cases of one contract by name. Each is given a context of its own. */
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
