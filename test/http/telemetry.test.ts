/**
 * Traces and figures of the API.
 *
 * @module
 */

import { type MeterProvider as ApiMeterProvider, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTelemetry } from '../../adapters/opentelemetry.js'
import type { ConverterTable } from '../../src/convert/conversion.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { RequestTelemetry, Telemetry } from '../../src/http/telemetry/telemetry.js'
import { ask, makeApi, oneKey } from './support/api.js'

const example = requestExamples().sign.minimal.value

let spans: InMemorySpanExporter
let figures: InMemoryMetricExporter
let tracerProvider: NodeTracerProvider
let meterProvider: MeterProvider

beforeEach(() => {
  spans = new InMemorySpanExporter()
  tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  // Registers the propagator of traceparent and the keeper of contexts, as a host's SDK does.
  tracerProvider.register()
  figures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: figures, exportIntervalMillis: 3_600_000 })
  meterProvider = new MeterProvider({ readers: [reader] })
})

afterEach(async () => {
  await tracerProvider.shutdown()
  await meterProvider.shutdown()
  trace.disable()
  context.disable()
  propagation.disable()
})

function telemetry(): Telemetry {
  return openTelemetry({ meterProvider: meterProvider as unknown as ApiMeterProvider })
}

function spanNamed(name: string): ReadableSpan {
  const span = spans.getFinishedSpans().find((candidate) => candidate.name === name)
  if (span === undefined) throw new Error(`No span ${name} among ${spans.getFinishedSpans().map((s) => s.name)}`)
  return span
}

async function readFigures(): Promise<Map<string, { attributes: object; value: unknown }[]>> {
  await meterProvider.forceFlush()
  const all =
    figures
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? []
  return new Map(
    all.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ attributes, value }) => ({ attributes, value })),
    ]),
  )
}

describe('OpenTelemetry', () => {
  it('traces a request below the span of its traceparent, step by step', async () => {
    const api = await makeApi({ telemetry: telemetry() })
    const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    expect((await ask(api, '/v1/sign', { json: example, headers })).status).toBe(200)
    const request = spanNamed('POST /v1/sign')
    expect(request.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(request.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/sign',
      'http.response.status_code': 200,
      'http.request.body.size': JSON.stringify(example).length,
    })
    for (const step of ['body', 'queue', 'work']) {
      expect(spanNamed(`sealwright.${step}`).parentSpanContext?.spanId).toBe(request.spanContext().spanId)
    }
    expect(request.status.code).toBe(SpanStatusCode.UNSET)
  })

  it('makes what the host instruments a part of the request', async () => {
    const keys = {
      authenticate: async (apiKey: string, keyContext: object) => {
        trace.getTracer('host').startSpan('SELECT key').end()
        return oneKey.authenticate(apiKey, keyContext)
      },
    }
    const api = await makeApi({ telemetry: telemetry(), keys })
    await ask(api, '/v1/sign', { json: example })
    expect(spanNamed('SELECT key').parentSpanContext?.spanId).toBe(spanNamed('POST /v1/sign').spanContext().spanId)
  })

  it('tells errors of the service from those of clients', async () => {
    const converters: ConverterTable = new Map([['md>pdf', () => Promise.reject(new Error('broken'))]])
    const logger = { info() {}, warn() {}, error() {} }
    const api = await makeApi({ telemetry: telemetry(), logger }, converters)
    await ask(api, '/v1/sign', { json: {}, headers: { traceparent: 'nonsense' } })
    const refused = spanNamed('POST /v1/sign')
    expect(refused.status.code).toBe(SpanStatusCode.UNSET)
    expect(refused.attributes['error.type']).toBe('invalid_request')
    expect(refused.parentSpanContext).toBeUndefined()
    const headers = { 'content-type': 'text/markdown' }
    await ask(api, '/v1/convert?from=md', { body: new TextEncoder().encode('x'), headers })
    const failed = spanNamed('POST /v1/convert')
    expect(failed.status).toMatchObject({ code: SpanStatusCode.ERROR, message: 'internal_error' })
    await ask(api, '/v1/nothing', { method: 'BREW' })
    expect(spanNamed('_OTHER').attributes['http.response.status_code']).toBe(404)
  })

  it('counts requests, times, bytes, refusals, jobs and days', async () => {
    const api = await makeApi({ telemetry: telemetry() })
    await ask(api, '/v1/sign', { json: example })
    await ask(api, '/v1/sign', { json: {} })
    await ask(api, '/v1/verify', { json: { document: example.document }, key: null })
    const read = await readFigures()
    expect([...read.keys()].sort()).toEqual([
      'http.server.active_requests',
      'http.server.request.body.size',
      'http.server.request.duration',
      'http.server.response.body.size',
      'sealwright.certificate.expiry',
      'sealwright.jobs.running',
      'sealwright.jobs.waiting',
      'sealwright.leased',
      'sealwright.queue.duration',
      'sealwright.refusals',
      'sealwright.requests.waiting.bytes',
      'sealwright.requests.waiting.fetch',
      'sealwright.work.duration',
    ])
    const durations = read.get('http.server.request.duration') ?? []
    expect(durations.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({
        'http.route': '/v1/sign',
        'http.response.status_code': 200,
        'sealwright.client': 'key',
      }),
      expect.objectContaining({ 'http.route': '/v1/sign', 'error.type': 'invalid_request' }),
      expect.objectContaining({ 'http.route': '/v1/verify', 'sealwright.client': 'anonymous' }),
    ])
    const [refusals] = read.get('sealwright.refusals') ?? []
    expect(refusals).toMatchObject({ value: 1, attributes: { 'error.type': 'invalid_request' } })
    expect(read.get('sealwright.certificate.expiry')?.[0]?.value).toBeGreaterThan(1)
    expect(read.get('http.server.active_requests')?.[0]?.value).toBe(0)
    expect(read.get('sealwright.leased')?.[0]?.value).toBe(0)
  })

  it('stops looking when the API ends', async () => {
    const end = vi.fn()
    const silent: RequestTelemetry = { run: (work) => work(), startStep: () => () => undefined, end: () => undefined }
    for (const finish of ['close', 'drain'] as const) {
      const api = await makeApi({ telemetry: { startRequest: () => silent, observe: () => end } })
      await api[finish]()
    }
    expect(end).toHaveBeenCalledTimes(2)
  })

  it('is silent, and harmless, without an SDK', async () => {
    trace.disable()
    const api = await makeApi({ telemetry: openTelemetry() })
    expect((await ask(api, '/v1/sign', { json: example })).status).toBe(200)
  })
})

describe('telemetry that fails', () => {
  const boom = () => {
    throw new Error('boom')
  }
  it.each([
    ['at the beginning', { startRequest: boom, observe: boom }],
    ['within', { startRequest: (): RequestTelemetry => ({ run: boom, startStep: boom, end: boom }) }],
    [
      'after the work',
      {
        startRequest: (): RequestTelemetry => ({
          run: (work) => {
            work()
            return boom()
          },
          startStep: () => boom,
          end: boom,
        }),
      },
    ],
  ])('%s keeps nobody from an answer', async (_when, broken) => {
    const info = vi.fn()
    const api = await makeApi({ telemetry: broken, logger: { info, warn() {}, error() {} } })
    expect((await ask(api, '/v1/sign', { json: example })).status).toBe(200)
    expect(info).toHaveBeenCalledTimes(1)
    await api.close()
  })
})

describe('figures for Prometheus', () => {
  it('are served where the host wants it, and read by the rules of the format', async () => {
    const api = await makeApi({ metrics: true })
    await ask(api, '/v1/sign', { json: example })
    await ask(api, '/v1/sign', { json: {} })
    await ask(api, '/v1/no"thing\\')
    const response = await ask(api, '/v1/metrics', { key: null })
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    const line = /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{(?:[a-z]+="[^"\\\n]*",?)*\})? [-+0-9.e]+)$/
    for (const each of text.trimEnd().split('\n')) expect(each).toMatch(line)
    expect(text).toContain('sealwright_requests_total{method="POST",route="/v1/sign",status="200"} 1\n')
    expect(text).toContain('sealwright_refusals_total{route="/v1/sign",code="invalid_request"} 1\n')
    expect(text).toContain('sealwright_requests_total{method="GET",route="none",status="404"} 1\n')
    expect(text).toContain('sealwright_request_duration_seconds_bucket{route="/v1/sign",le="+Inf"} 2\n')
    expect(text).toContain('sealwright_work_duration_seconds_count{route="/v1/sign"} 1\n')
    expect(text).toContain('sealwright_requests_waiting{for="bytes"} 0\nsealwright_requests_waiting{for="fetch"} 0\n')
    expect(text).toMatch(/^sealwright_certificate_expiry_days [1-9]/m)
    expect(text).toMatch(/^sealwright_active_requests 1$/m)
    for (const type of text.match(/^# TYPE \S+/gm) ?? []) expect(text.split(`${type} `)).toHaveLength(2)
    await api.close()
  })

  it('are kept from strangers by a token, and served until the end', async () => {
    const api = await makeApi({ metrics: { token: 'figures' } })
    expect((await ask(api, '/v1/metrics', { key: null })).status).toBe(401)
    expect((await ask(api, '/v1/metrics')).status).toBe(401)
    expect((await ask(api, '/v1/metrics', { key: 'figures' })).status).toBe(200)
    await api.drain()
    expect((await ask(api, '/v1/metrics', { key: 'figures' })).status).toBe(200)
    expect((await ask(await makeApi(), '/v1/metrics')).status).toBe(404)
  })
})
