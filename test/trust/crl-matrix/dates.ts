/**
 * Dates of CRLs, to the second and with the five minutes by which clocks may differ.
 *
 * @module
 */

import { makeCrl } from '../support/dated-pki.js'
import { type CrlCase, leafWith, world } from './case.js'

const leaf = leafWith()
const crl = (at: string, next?: string) => makeCrl(world.ca, { at, ...(next === undefined ? {} : { next }) })
const WEEK = ['2020-03-01T00:00:00Z', '2020-03-08T00:00:00Z'] as const
const CLOCKS = { gives: 'unknown', because: 'it has no tolerance for clocks' } as const

const CASES: readonly CrlCase[] = [
  { name: 'at thisUpdate', about: leaf, crls: [crl(...WEEK)], at: WEEK[0], gives: 'good' },
  { name: 'a second before nextUpdate', about: leaf, crls: [crl(...WEEK)], at: '2020-03-07T23:59:59Z', gives: 'good' },
  {
    name: 'five minutes after nextUpdate',
    about: leaf,
    crls: [crl(...WEEK)],
    at: '2020-03-08T00:05:00Z',
    gives: 'good',
    openssl: CLOCKS,
  },
  { name: 'a second later', about: leaf, crls: [crl(...WEEK)], at: '2020-03-08T00:05:01Z', gives: 'unknown' },
  {
    name: 'five minutes before thisUpdate',
    about: leaf,
    crls: [crl(...WEEK)],
    at: '2020-02-29T23:55:00Z',
    gives: 'good',
    openssl: CLOCKS,
  },
  { name: 'a second earlier', about: leaf, crls: [crl(...WEEK)], at: '2020-02-29T23:54:59Z', gives: 'unknown' },
  {
    name: 'without nextUpdate, a day later',
    about: leaf,
    crls: [crl(WEEK[0])],
    at: '2020-03-02T00:05:00Z',
    gives: 'good',
  },
  {
    name: 'without nextUpdate, a second after that',
    about: leaf,
    crls: [crl(WEEK[0])],
    at: '2020-03-02T00:05:01Z',
    gives: 'unknown',
    openssl: { gives: 'good', because: 'to it, a CRL without nextUpdate never ends' },
  },
  {
    name: 'nextUpdate before thisUpdate, which promises nothing',
    about: leaf,
    crls: [crl(WEEK[1], WEEK[0])],
    at: '2020-03-08T00:05:00Z',
    gives: 'unknown',
  },
  {
    name: 'two, of which the older has ended',
    about: leaf,
    crls: [crl('2020-02-01', '2020-02-08'), crl(...WEEK)],
    gives: 'good',
  },
  {
    name: 'two, and the newer lists it',
    about: leaf,
    crls: [
      crl(...WEEK),
      makeCrl(world.ca, { at: '2020-03-02', next: '2020-03-09', revoked: [{ who: leaf, on: '2020-03-02' }] }),
    ],
    gives: 'revoked',
  },
  {
    name: 'two, and the older lists it for good',
    about: leaf,
    crls: [
      crl(...WEEK),
      makeCrl(world.ca, {
        at: '2020-02-02',
        next: '2020-03-09',
        revoked: [{ who: leaf, on: '2020-02-01', reason: 1 }],
      }),
    ],
    gives: 'revoked',
    openssl: { gives: 'good', because: 'it takes the newest, and a revocation is for good (EN 319 102-1, 5.6.2.2.4)' },
  },
  {
    name: 'one that has ended lists it',
    about: leaf,
    crls: [
      makeCrl(world.ca, {
        at: '2020-02-02',
        next: '2020-02-09',
        revoked: [{ who: leaf, on: '2020-02-01', reason: 1 }],
      }),
    ],
    gives: 'revoked',
  },
]

export const DATES: Readonly<Record<string, readonly CrlCase[]>> = { dates: CASES }
