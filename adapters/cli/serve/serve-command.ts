/**
 * `sealwright serve`: the API as a process of its own.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import { type ApiLogger, type DrainResult, holdPackage, SealwrightError, VERSION } from '../../../src/index.js'
import { drainServer, nodeListener } from '../../node.js'
import { CommandError, EXIT } from '../exit-codes.js'
import type { ServeSettings } from '../settings/serve-settings.js'
import { why } from '../settings/settings.js'
import type { Terminal } from '../terminal.js'
import { buildService, type Service } from './build-service.js'

const DEFAULT_ADDRESS = '127.0.0.1:3000'
const GRACE_SECONDS = 30
/** Largest TCP port. */
const MAX_PORT = 65_535

/** Serves until the terminal's signal aborts, and then until the requests in progress have ended. */
export async function runServe(_args: readonly string[], settings: ServeSettings, terminal: Terminal): Promise<number> {
  const log = jsonLog((line) => void terminal.writeStdout(line).catch(() => undefined))
  const address = chooseAddress(settings.listen, terminal.env['PORT'])
  await holdAll()
  const service = await buildService(settings, terminal, log).catch(asConfiguration)
  try {
    const { basePath, trustProxy } = settings
    const server = createServer(
      nodeListener(service.api, {
        ...(basePath === undefined ? {} : { basePath }),
        ...(trustProxy === undefined ? {} : { trustProxy }),
      }),
    )
    await listen(server, address)
    const place = describePlace(server, basePath)
    log.info({ version: VERSION, node: process.version, address: place, ...service.facts }, 'listening')
    greet(settings, place, terminal)
    const result = await serveUntilAborted(server, service, settings, terminal)
    log.info({ ...result }, 'drained')
  } finally {
    await service.api.close()
    await service.close()
  }
  return EXIT.ok
}

/**
 * Loads everything of the package before the first request, so that the installed package can be replaced while the service
 * runs.
 */
async function holdAll(): Promise<void> {
  holdPackage()
  await import('./all-modules.js')
}

async function serveUntilAborted(
  server: Server,
  { api }: Service,
  { noticeSeconds = 0, graceSeconds = GRACE_SECONDS }: ServeSettings,
  { signal }: Terminal,
): Promise<DrainResult> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return drainServer(server, api, { noticeMs: noticeSeconds * 1000, graceMs: graceSeconds * 1000 })
}

/** Turns errors of createApi about options into errors about settings, from which the options come. */
function asConfiguration(error: unknown): never {
  if (!(error instanceof SealwrightError)) throw error
  throw new CommandError(EXIT.configuration, error.message, { cause: error })
}

/** Where to listen. Without a host, on all addresses of the machine. */
type Address = { readonly path: string } | { readonly host?: string; readonly port: number }

/**
 * Chooses where to listen: as the setting says, or else at the port in `PORT`, where the proxy of a platform expects the
 * service.
 */
export function chooseAddress(listen: string | undefined, port: string | undefined): Address {
  if (listen !== undefined || port === undefined || port === '') return parseAddress(listen ?? DEFAULT_ADDRESS)
  if (/^\d{1,5}$/.test(port) && Number(port) <= MAX_PORT) return { port: Number(port) }
  throw new CommandError(EXIT.configuration, `PORT must be the number of a port. It is ${JSON.stringify(port)}.`)
}

/** Parses `3000`, `host:3000`, `[::1]:3000` or a path. */
export function parseAddress(text: string): Address {
  if (text.includes('/')) return { path: text }
  const [, bracketed, plain, digits] = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > MAX_PORT) {
    const message = `The address to listen on must be a port, host:port or a path. It is ${JSON.stringify(text)}.`
    throw new CommandError(EXIT.usage, message)
  }
  return { host: bracketed ?? (plain === undefined || plain === '' ? '127.0.0.1' : plain), port }
}

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? ' (something listens there already)' : why(cause)
      const place = 'path' in address ? address.path : `${address.host ?? '*'}:${address.port}`
      reject(new CommandError(EXIT.unavailable, `The service cannot listen on ${place}${reason}.`, { cause }))
    })
    server.listen(address, resolve)
  })
}

function describePlace(server: Server, basePath = ''): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return String(address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}${basePath}/v1`
}

/** Prints a greeting for a person who tries the service. The log contains the same facts. */
function greet({ development }: ServeSettings, place: string, { isStderrTerminal, writeStderr }: Terminal): void {
  if (!isStderrTerminal) return
  writeStderr(`sealwright is at      ${place}\nread and try it at    ${place}/docs\n`)
  if (development === true) {
    writeStderr('It signs with a key made now, which nobody trusts, and codes are printed here. Ctrl+C ends it.\n')
  }
}

/** @param write takes one line with its line break */
function jsonLog(write: (line: string) => void, now: () => Date = () => new Date()): ApiLogger {
  const log = (level: string) => (entry: Readonly<Record<string, unknown>>, message: string) =>
    write(`${JSON.stringify({ time: now().toISOString(), level, message, ...entry }, plainly)}\n`)
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

/** Converts errors to plain objects, since JSON shows none of their members. */
function plainly(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause === undefined ? {} : { cause }) }
}
