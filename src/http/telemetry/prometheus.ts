/**
 * Metrics of this process in the text format of Prometheus (version 0.0.4).
 *
 * @module
 */

import { append } from '../../lists.js'
import type { RequestFacts, ServiceState, Telemetry } from './telemetry.js'

type Labels = Readonly<Record<string, string | number>>

/** Upper bounds of the histogram buckets for times, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

interface Histogram {
  readonly labels: string
  readonly counts: number[]
  sum: number
  count: number
}

/** Access to the metrics. */
export interface MetricsOptions {
  /**
   * Token that clients must send as `Authorization: Bearer`. Default: none; the host must then keep strangers away from the
   * path.
   */
  readonly token?: string | undefined
}

/** A collector with its metrics. */
export interface PrometheusCollector extends Telemetry {
  render(): string
}

const HELP = {
  sealwright_requests_total: ['counter', 'Requests that were answered.'],
  sealwright_refusals_total: ['counter', 'Requests that were answered with a problem, by its code.'],
  sealwright_received_bytes_total: ['counter', 'Bytes of request bodies.'],
  sealwright_sent_bytes_total: ['counter', 'Bytes of answers whose length is known.'],
  sealwright_request_duration_seconds: ['histogram', 'Time from a request to its answer.'],
  sealwright_queue_duration_seconds: ['histogram', 'Time that jobs waited for a worker.'],
  sealwright_work_duration_seconds: ['histogram', 'Time that jobs took.'],
  sealwright_active_requests: ['gauge', 'Requests in progress.'],
  sealwright_jobs_running: ['gauge', 'Jobs that have a worker.'],
  sealwright_jobs_waiting: ['gauge', 'Jobs that wait for a worker.'],
  sealwright_leased_bytes: ['gauge', 'Bytes of documents that requests hold.'],
  sealwright_requests_waiting: [
    'gauge',
    'Requests that wait for memory or for their turn to fetch, by what they wait for.',
  ],
  sealwright_resident_bytes: ['gauge', 'Resident memory of the process.'],
  sealwright_stored_bytes: ['gauge', 'Bytes of uploads and results of batches, by all processes together.'],
  sealwright_kept_answer_bytes: ['gauge', 'Bytes of answers that are kept for idempotency keys.'],
  sealwright_queued_documents: ['gauge', 'Documents in batches that have not ended.'],
  sealwright_queued_urls: ['gauge', 'Of those, documents that are named by URL.'],
  sealwright_check_state: [
    'gauge',
    'How the parts of the service are, as /v1/ready tells it: 0 ok, 1 degraded, 2 failed.',
  ],
  sealwright_certificate_expiry_days: ['gauge', 'Days until the certificate that signs expires.'],
} as const

type MetricName = keyof typeof HELP

/** Makes a collector, which collects from now on. */
export function createPrometheusCollector(): PrometheusCollector {
  const counters = new Map<MetricName, Map<string, number>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()
  let readState: (() => ServiceState) | undefined

  const add = (name: MetricName, labels: Labels, amount: number) => {
    const series = counters.get(name) ?? new Map<string, number>()
    counters.set(name, series)
    const key = writeLabels(labels)
    series.set(key, (series.get(key) ?? 0) + amount)
  }
  const observe = (name: MetricName, labels: Labels, ms: number) => {
    const series = histograms.get(name) ?? new Map<string, Histogram>()
    histograms.set(name, series)
    const key = writeLabels(labels)
    const histogram = series.get(key) ?? { labels: key, counts: SECONDS.map(() => 0), sum: 0, count: 0 }
    series.set(key, histogram)
    const seconds = ms / 1000
    for (const [index, limit] of SECONDS.entries()) {
      if (seconds <= limit) histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
    }
    histogram.sum += seconds
    histogram.count++
  }
  const record = ({ method, route = 'none', status, code, ...facts }: RequestFacts) => {
    add('sealwright_requests_total', { method, route, status }, 1)
    if (code !== undefined) add('sealwright_refusals_total', { route, code }, 1)
    add('sealwright_received_bytes_total', { route }, facts.bytesIn)
    add('sealwright_sent_bytes_total', { route }, facts.bytesOut)
    observe('sealwright_request_duration_seconds', { route }, facts.durationMs)
    if (facts.workMs === 0) return
    observe('sealwright_queue_duration_seconds', { route }, facts.queueMs)
    observe('sealwright_work_duration_seconds', { route }, facts.workMs)
  }

  return {
    startRequest: () => ({ run: (work) => work(), startStep: () => () => undefined, end: record }),
    observe(read) {
      readState = read
      return () => {
        readState = undefined
      }
    },
    render() {
      const lines: string[] = []
      for (const [name, series] of counters) {
        append(lines, [...describe(name), ...[...series].map(([labels, value]) => `${name}${braces(labels)} ${value}`)])
      }
      for (const [name, series] of histograms) {
        append(lines, describe(name))
        for (const histogram of series.values()) append(lines, writeHistogram(name, histogram))
      }
      const state = readState?.()
      for (const [name, value] of gauges(state)) append(lines, [...describe(name), `${name} ${value}`])
      if (state !== undefined) append(lines, writeWaits(state.requestsWaiting))
      append(lines, writeChecks(state?.checks ?? {}))
      return `${lines.join('\n')}\n`
    },
  }
}

function* gauges(state: ServiceState | undefined): Generator<[MetricName, number]> {
  yield ['sealwright_resident_bytes', process.memoryUsage.rss()]
  if (state === undefined) return
  yield ['sealwright_active_requests', state.active]
  yield ['sealwright_jobs_running', state.running]
  yield ['sealwright_jobs_waiting', state.waiting]
  yield ['sealwright_leased_bytes', state.leasedBytes]
  if (state.stored !== undefined) {
    yield ['sealwright_stored_bytes', state.stored.storedBytes]
    yield ['sealwright_kept_answer_bytes', state.stored.keptAnswerBytes]
    yield ['sealwright_queued_documents', state.stored.queuedDocuments]
    yield ['sealwright_queued_urls', state.stored.queuedUrls]
  }
  if (state.certificateExpiryDays !== undefined) {
    yield ['sealwright_certificate_expiry_days', Math.round(state.certificateExpiryDays * 1000) / 1000]
  }
}

function writeWaits(waits: ServiceState['requestsWaiting']): string[] {
  const name = 'sealwright_requests_waiting'
  const series = Object.entries(waits).map(([step, count]) => `${name}${braces(writeLabels({ for: step }))} ${count}`)
  return [...describe(name), ...series]
}

const CHECK_STATES = { ok: 0, degraded: 1, failed: 2 } as const

function writeChecks(checks: ServiceState['checks']): string[] {
  const name = 'sealwright_check_state'
  const series = Object.entries(checks).map(([check, result]) => {
    return `${name}${braces(writeLabels({ check }))} ${CHECK_STATES[result]}`
  })
  return series.length === 0 ? [] : [...describe(name), ...series]
}

function describe(name: MetricName): string[] {
  const [type, help] = HELP[name]
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function writeHistogram(name: MetricName, { labels, counts, sum, count }: Histogram): string[] {
  const withLimit = (limit: string | number) => braces(`${labels}${labels === '' ? '' : ','}le="${limit}"`)
  return [
    ...SECONDS.map((limit, index) => `${name}_bucket${withLimit(limit)} ${counts[index] ?? 0}`),
    `${name}_bucket${withLimit('+Inf')} ${count}`,
    `${name}_sum${braces(labels)} ${sum}`,
    `${name}_count${braces(labels)} ${count}`,
  ]
}

function writeLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`)
    .join(',')
}

function braces(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
