/**
 * The image without a container engine: carries out the steps of the Dockerfile in folders, starts what comes out as the
 * image's user on a read-only file system, waits for the health check, takes the flow of the README, and ends it by SIGTERM.
 *
 *     sudo npm run image
 *
 * It needs Linux, root, and the right to mount (a container: `--cap-add SYS_ADMIN`).
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSmtpServer } from '../adapters/smtp-server.js'
import { findFreePort } from '../support/free-port.js'
import { makeTestKey } from '../support/keys.js'
import { runServiceFlow } from '../support/service-flow.js'
import { makeBase } from './bases.js'
import { parseDockerfile, type Stage } from './dockerfile.js'
import { type BuiltStage, buildStage, ignoresAllBut } from './stages.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HEALTH_TIMEOUT_MS = 60_000

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'sealwright-image-'))
  chmodSync(work, 0o755)
  try {
    const image = build(work)
    await check(image, work)
    console.log('The image works.')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function build(work: string): BuiltStage & Stage {
  const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const kept = ignoresAllBut(readFileSync(join(ROOT, '.dockerignore'), 'utf8'))
  const built = new Map<string, BuiltStage>()
  let last: (BuiltStage & Stage) | undefined
  for (const [index, stage] of stages.entries()) {
    console.log(`== FROM ${stage.base}`)
    const root = join(work, `stage-${index}`)
    makeBase(stage.base, root, built)
    last = { ...stage, ...buildStage(stage, root, { context: ROOT, kept, built }) }
    built.set(stage.name ?? String(index), last)
  }
  if (last === undefined) throw new Error('There is no stage.')
  return last
}

async function check(image: BuiltStage & Stage, work: string): Promise<void> {
  const [user, group] = image.settings.user.split(':').map(Number)
  if (!user || !group) throw new Error(`The image's user must be a number and not root: ${image.settings.user}`)
  assertNothingElse(image.root)
  const key = makeTestKey()
  const secrets = join(work, 'secrets')
  mkdirSync(secrets)
  writeFileSync(join(secrets, 'key.p12'), key.pkcs12)
  writeFileSync(join(secrets, 'passphrase'), key.passphrase)
  const mail = await startSmtpServer()
  const port = await findFreePort()
  const env = {
    ...image.env,
    SEALWRIGHT_LISTEN: `127.0.0.1:${port}`,
    SEALWRIGHT_KEY: '/run/secrets/key.p12',
    SEALWRIGHT_PASSPHRASE_FILE: '/run/secrets/passphrase',
    SEALWRIGHT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SEALWRIGHT_MAIL_FROM: 'keys@example.com',
  }
  const service = start(image, [...image.settings.entryPoint, ...image.settings.command], { env, secrets, work })
  try {
    await waitUntilHealthy(image, service, { env, secrets, work })
    assertUser(service, user)
    const readCode = async () => {
      const code = /\b\d{6}\b/.exec(mail.messages.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? '')?.[0]
      if (code === undefined) throw new Error('No code came by e-mail.')
      return code
    }
    const { report } = await runServiceFlow({ readCode, nextUrl: () => `http://127.0.0.1:${port}` })
    if (!report.valid || !report.signer.sealedByThisService) throw new Error('The signed document is not valid.')
    console.log('== register, code, key, convert, sign, verify: done')
    await end(service)
  } finally {
    service.kill('SIGKILL')
    await mail.close()
  }
}

/** No shell and no package manager. */
function assertNothingElse(root: string): void {
  for (const path of [
    'bin/sh',
    'bin/bash',
    'usr/bin/sh',
    'usr/bin/apt',
    'usr/local/bin/npm',
    'usr/local/lib/node_modules',
  ]) {
    if (existsSync(join(root, path))) throw new Error(`The image has /${path}.`)
  }
}

interface RunOptions {
  readonly env: Readonly<Record<string, string>>
  readonly secrets: string
  readonly work: string
}

/** Read-only but for its volumes and /tmp, in a mount namespace of its own. */
function start(
  { root, settings, folder }: BuiltStage & Stage,
  command: readonly string[],
  options: RunOptions,
): ChildProcess {
  const { env, secrets, work } = options
  const [user = 0, group = 0] = settings.user.split(':').map(Number)
  const volumes = settings.volumes.map((volume) => {
    const place = join(work, `volume${volume.replaceAll('/', '-')}`)
    mkdirSync(place, { recursive: true })
    chownSync(place, user, group)
    return `mount --bind ${quote(place)} ${quote(join(root, volume))}`
  })
  for (const path of ['proc', 'tmp', 'run/secrets']) mkdirSync(join(root, path), { recursive: true })
  const script = [
    'set -e',
    `mount --bind ${quote(root)} ${quote(root)}`,
    `mount -o remount,ro,bind ${quote(root)}`,
    `mount -t proc proc ${quote(join(root, 'proc'))}`,
    `mount -t tmpfs tmpfs ${quote(join(root, 'tmp'))}`,
    `mount --bind ${quote(secrets)} ${quote(join(root, 'run/secrets'))}`,
    ...volumes,
    `exec setpriv --clear-groups unshare --root ${quote(root)} --wd ${quote(folder)} --setgid ${group} --setuid ${user} "$@"`,
  ].join('\n')
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function waitUntilHealthy(image: BuiltStage & Stage, service: ChildProcess, options: RunOptions): Promise<void> {
  const deadline = Date.now() + HEALTH_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}.`)
    const probe = start(image, image.settings.healthCheck, options)
    const code = await new Promise((resolve) => probe.once('exit', resolve))
    if (code === 0) return console.log('== healthy')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The health check never passed.')
}

/** What runs is the image's user, and cannot become another. */
function assertUser({ pid }: ChildProcess, user: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const ids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/).map(Number) ?? []
  if (ids.length !== 4 || ids.some((id) => id !== user)) throw new Error(`The service runs as ${ids}.`)
  console.log(`== runs as ${user}`)
}

async function end(service: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => service.once('exit', (code, signal) => resolve(signal ?? code)))
  service.kill('SIGTERM')
  const result = await ended
  if (result !== 0) throw new Error(`SIGTERM ended the service with ${result}.`)
  console.log('== ended at SIGTERM')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

await main()
