/**
 * Traces and metrics through `@opentelemetry/api`, which the host brings together with its SDK. Names follow the semantic
 * conventions for HTTP as far as those have names.
 *
 * @example
 * ```ts
 * import { openTelemetry } from 'sealwright/telemetry'
 *
 * const api = createApi({ identity, keys, telemetry: openTelemetry() })
 * ```
 *
 * @module
 */

import {
  type Context,
  context,
  type MeterProvider,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import { type RequestFacts, type ServiceState, type Telemetry, VERSION } from '../src/index.js'
import { checkOptions, having } from '../src/input/check-options.js'

/** Providers of traces and metrics. */
export interface OpenTelemetryOptions {
  /** Provider of traces. Default: the global one. */
  readonly tracerProvider?: TracerProvider
  /** Provider of metrics. Default: the global one. */
  readonly meterProvider?: MeterProvider
}

const NAME = 'sealwright'
/** Boundaries of histogram buckets, in seconds, as the conventions recommend for durations. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60]

/**
 * Makes the telemetry. A request's span is a child of the span in its `traceparent`, if the host's propagator reads that header.
 * Its steps (`body`, `fetch`, `queue`, `work`) are child spans, and so are spans of whatever the host instruments within them.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  checkOptions(options, { tracerProvider: having('getTracer'), meterProvider: having('getMeter') })
  const tracer = (options.tracerProvider ?? trace).getTracer(NAME, VERSION)
  const meter = (options.meterProvider ?? metrics).getMeter(NAME, VERSION)
  const record = createRecorder(meter)
  return {
    startRequest({ method, headers }) {
      const getter = { keys: () => PROPAGATED, get: (_: unknown, key: string) => headers.get(key) ?? undefined }
      const parent = propagation.extract(context.active(), undefined, getter)
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
      const own = trace.setSpan(parent, span)
      return {
        run: (work) => context.with(own, work),
        startStep(step) {
          const inner = tracer.startSpan(`sealwright.${step}`, {}, own)
          return () => inner.end()
        },
        end(facts) {
          endSpan(span, facts)
          record(facts, own)
        },
      }
    },
    observe: (read) => observeState(meter, read),
  }
}

const PROPAGATED = ['traceparent', 'tracestate', 'baggage']

function endSpan(span: Span, { method, route, status, code, queueMs, workMs, bytesIn, bytesOut }: RequestFacts): void {
  span.updateName(route === undefined ? method : `${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'http.request.body.size': bytesIn,
    'http.response.body.size': bytesOut,
    'sealwright.queue.ms': queueMs,
    'sealwright.work.ms': workMs,
    ...(route === undefined ? {} : { 'http.route': route }),
    ...(code === undefined ? {} : { 'error.type': code }),
  })
  // A mistake of the client is not an error of the server.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: code ?? String(status) })
  span.end()
}

type Meter = ReturnType<MeterProvider['getMeter']>

function createRecorder(meter: Meter): (facts: RequestFacts, within: Context) => void {
  const inSeconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: SECONDS } })
  const duration = inSeconds('http.server.request.duration', 'Time from a request to its answer.')
  const queue = inSeconds('sealwright.queue.duration', 'Time that jobs waited for a worker.')
  const work = inSeconds('sealwright.work.duration', 'Time that jobs took.')
  const inBytes = (name: string, description: string) => meter.createHistogram(name, { description, unit: 'By' })
  const received = inBytes('http.server.request.body.size', 'Bytes of request bodies.')
  const sent = inBytes('http.server.response.body.size', 'Bytes of answers.')
  const refusals = meter.createCounter('sealwright.refusals', { description: 'Problems that were answered, by code.' })
  return (facts, within) => {
    const { method, route, status, code, isAnonymous } = facts
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': status,
      'sealwright.client': isAnonymous ? 'anonymous' : 'key',
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(code === undefined ? {} : { 'error.type': code }),
    }
    duration.record(facts.durationMs / 1000, attributes, within)
    received.record(facts.bytesIn, attributes, within)
    sent.record(facts.bytesOut, attributes, within)
    if (code !== undefined) refusals.add(1, attributes, within)
    if (facts.workMs === 0) return
    queue.record(facts.queueMs / 1000, attributes, within)
    work.record(facts.workMs / 1000, attributes, within)
  }
}

/** Name, description, unit and value of each gauge. */
const GAUGES = [
  ['http.server.active_requests', 'Requests in progress.', '{request}', (state: ServiceState) => state.active],
  ['sealwright.jobs.running', 'Jobs that have a worker.', '{job}', (state: ServiceState) => state.running],
  ['sealwright.jobs.waiting', 'Jobs that wait for one.', '{job}', (state: ServiceState) => state.waiting],
  ['sealwright.leased', 'Bytes of documents that requests hold.', 'By', (state: ServiceState) => state.leasedBytes],
  [
    'sealwright.requests.waiting.bytes',
    'Requests that wait for memory.',
    '{request}',
    (state: ServiceState) => state.requestsWaiting.bytes,
  ],
  [
    'sealwright.requests.waiting.fetch',
    'Requests that wait for their turn to fetch a document.',
    '{request}',
    (state: ServiceState) => state.requestsWaiting.fetch,
  ],
  ['sealwright.stored', 'Bytes of uploads and results.', 'By', (state: ServiceState) => state.stored?.storedBytes],
  ['sealwright.answers', 'Bytes of kept answers.', 'By', (state: ServiceState) => state.stored?.keptAnswerBytes],
  [
    'sealwright.queued.documents',
    'Documents in batches that have not ended.',
    '{document}',
    (state: ServiceState) => state.stored?.queuedDocuments,
  ],
  [
    'sealwright.queued.urls',
    'Of those, documents that are named by URL.',
    '{document}',
    (state: ServiceState) => state.stored?.queuedUrls,
  ],
  [
    'sealwright.certificate.expiry',
    'Days until the certificate that signs expires.',
    'd',
    (state: ServiceState) => state.certificateExpiryDays,
  ],
] as const

function observeState(meter: Meter, read: () => ServiceState): () => void {
  const ends = GAUGES.map(([name, description, unit, pick]) => {
    const gauge = meter.createObservableGauge(name, { description, unit })
    const callback: Parameters<typeof gauge.addCallback>[0] = (result) => {
      const value = pick(read())
      if (value !== undefined) result.observe(value)
    }
    gauge.addCallback(callback)
    return () => gauge.removeCallback(callback)
  })
  return () => {
    for (const end of ends) end()
  }
}
