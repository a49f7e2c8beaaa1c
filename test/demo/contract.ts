/**
 * The contract that the demo signs.
 *
 * @module
 */

/** The fee that the contract states. */
export const FEE = '100 pounds'

/** Who signs it. */
export const PARTIES = [
  { name: 'Ada Lovelace', email: 'ada@example.com', role: 'Author' },
  { name: 'Charles Babbage', email: 'charles@example.com', role: 'Engineer' },
]

/** A contract as a team would write it. */
export const CONTRACT = `---
title: Agreement on the Analytical Engine
author: Ada Lovelace
lang: en
papersize: A4
---

# Agreement on the Analytical Engine

between **Ada Lovelace** (the *Author*) and **Charles Babbage** (the *Engineer*)

1. **Subject.** The Engineer designs and builds an Analytical Engine after the drawings of 1837, with a store of one
   thousand numbers of fifty digits each, and hands it over in working order.[^store]
2. **Notes.** The Author writes notes on the engine and its use, among them a complete plan for the computation of the
   Bernoulli numbers, and may publish them under her own name.
3. **Fee.** For the notes the Engineer pays ${FEE}, in one sum, thirty days after both parties have signed.
4. **Form.** This agreement is made in electronic form. Changes to it need the signatures of both parties.

| Part             | Due           | Accepted by |
|:-----------------|:--------------|:------------|
| Mill and store   | 1 March 1843  | the Author  |
| Notes A to G     | 1 August 1843 | the Engineer |
| Bernoulli tables | 1 August 1843 | both        |

> Neither party answers for errors of the other's copyists.

[^store]: Each number is held on fifty figure wheels of its own column.
`
