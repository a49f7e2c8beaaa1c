/**
 * The dashboard and the alerts ask for figures that there are.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ERROR_TABLE } from '../../src/errors.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { ask, makeApi } from '../http/support/api.js'

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard
const alerts = read('alerts.yml')
/** Each expression, on one line or as a block. */
const rules = [...alerts.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
  ([, block, line]) => block ?? line ?? '',
)
const expressions = [...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules]

/** A figure as a service that has done each kind of thing tells it, with the names of its labels. */
async function readMetrics(): Promise<Map<string, Set<string>>> {
  const api = await makeApi({ metrics: true })
  await ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value })
  await ask(api, '/v1/verify', { json: {} })
  const text = await (await ask(api, '/v1/metrics', { key: null })).text()
  await api.close()
  const figures = new Map<string, Set<string>>()
  // Some figures are there only with batches and shared stores; none of them has labels.
  const source = readFileSync(new URL('../../src/http/telemetry/prometheus.ts', import.meta.url), 'utf8')
  for (const [, name = ''] of source.matchAll(/^ {2}(sealwright_\w+): \['gauge'/gm)) figures.set(name, new Set())
  for (const [, name = '', labels = ''] of text.matchAll(/^(sealwright_\w+)(?:\{(.*)\})? /gm)) {
    const known = figures.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    figures.set(name, known)
  }
  return figures
}

/** What Prometheus adds to each figure. */
const ADDED = ['instance', 'job']

describe('the dashboard and the alerts', () => {
  it('name figures that there are, with the labels that they have', async () => {
    const figures = await readMetrics()
    expect(expressions.length).toBeGreaterThan(25)
    for (const expression of expressions) {
      const used = [...expression.matchAll(/\b(sealwright_\w+)(?:\{([^}]*)\})?/g)]
      expect(used.length + Number(/\bup\{/.test(expression)), expression).toBeGreaterThan(0)
      for (const [, name = '', selector = ''] of used) {
        expect([...figures.keys()], expression).toContain(name)
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=|!)/g)) {
          expect([...(figures.get(name) ?? []), ...ADDED], `${name} of ${expression}`).toContain(label)
        }
        const grouped = /by \(([^)]*)\)/.exec(expression)?.[1]?.split(',') ?? []
        for (const label of grouped.map((each) => each.trim())) {
          expect([...(figures.get(name) ?? []), ...ADDED], `${name} of ${expression}`).toContain(label)
        }
      }
    }
  })

  it('show every figure somewhere', async () => {
    const shown = expressions.join('\n')
    for (const name of (await readMetrics()).keys()) {
      expect(shown).toContain(name.replace(/_(sum|count)$/, '_bucket'))
    }
  })

  it('name codes that there are', () => {
    const named = [...alerts.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, codes = '']) => codes.split('|'))
    expect(named.length).toBeGreaterThan(2)
    for (const code of named) expect(Object.keys(ERROR_TABLE)).toContain(code)
  })

  it('have balanced brackets, a name once, and say where to look', () => {
    for (const expression of expressions) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(expression.split(open ?? '').length, expression).toBe(expression.split(close ?? '').length)
      }
    }
    const names = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(rules.length)
    expect(alerts.match(/^ {10}look: /gm)).toHaveLength(names.length)
  })

  it('lay the panels side by side', () => {
    for (const [index, a] of dashboard.panels.entries()) {
      expect(a.gridPos.x + a.gridPos.w).toBeLessThanOrEqual(24)
      for (const b of dashboard.panels.slice(index + 1)) {
        const { x, y, w, h } = a.gridPos
        const other = b.gridPos
        const overlaps = x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h
        expect(overlaps, `${a.title} and ${b.title}`).toBe(false)
      }
    }
  })
})
