/**
 * Carries out the steps of one stage in a folder.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Instruction, Stage } from './dockerfile.js'

export interface BuiltStage {
  /** The folder that is its `/`. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  /** Where it works. */
  readonly folder: string
}

interface BuildContext {
  /** The folder that the Dockerfile stands in. */
  readonly context: string
  /** Names in it that are sent to the build. */
  readonly kept: ReadonlySet<string>
  readonly built: ReadonlyMap<string, BuiltStage>
}

/** Reads a .dockerignore that begins with `*` and then names what is kept. */
export function ignoresAllBut(text: string): ReadonlySet<string> {
  const [all, ...names] = text.trim().split('\n')
  const wrong = names.find((name) => !/^![\w.-]+$/.test(name))
  if (all !== '*' || wrong !== undefined) throw new Error(`Not understood in .dockerignore: ${wrong ?? all}`)
  return new Set(names.map((name) => name.slice(1)))
}

/** Carries the steps out, one after the other. */
export function buildStage({ instructions }: Stage, root: string, context: BuildContext): BuiltStage {
  let stage: BuiltStage = { root, env: {}, folder: '/' }
  for (const instruction of instructions) stage = carryOut(instruction, stage, context)
  return stage
}

function carryOut(instruction: Instruction, stage: BuiltStage, context: BuildContext): BuiltStage {
  switch (instruction.kind) {
    case 'env':
      return { ...stage, env: { ...stage.env, ...instruction.values } }
    case 'workdir':
      mkdirSync(join(stage.root, instruction.path), { recursive: true })
      return { ...stage, folder: posix.resolve(stage.folder, instruction.path) }
    case 'copy':
      copy(instruction, stage, context)
      return stage
    case 'run':
      console.log(`== RUN ${instruction.command}`)
      run(instruction.command, stage)
      return stage
  }
}

function copy(step: Extract<Instruction, { kind: 'copy' }>, stage: BuiltStage, context: BuildContext): void {
  const { from, owner, sources, target } = step
  const place = join(stage.root, posix.resolve(stage.folder, target))
  const source = from === undefined ? undefined : context.built.get(from)
  if (from !== undefined && source === undefined) throw new Error(`There is no stage ${from}.`)
  for (const path of sources) {
    const origin = source === undefined ? join(context.context, path) : join(source.root, path)
    if (source === undefined && path === '.') copyContext(context, place)
    else copyOne(origin, place, target.endsWith('/') || sources.length > 1)
  }
  if (owner !== undefined) execFileSync('chown', ['-R', owner, place])
}

function copyContext({ context, kept }: BuildContext, place: string): void {
  for (const name of readdirSync(context)) {
    if (kept.has(name)) execFileSync('cp', ['-a', join(context, name), place])
  }
}

/** As COPY does it: of a folder its contents, of a file itself. */
function copyOne(origin: string, place: string, isInto: boolean): void {
  const isFolder = statSync(origin).isDirectory()
  mkdirSync(isFolder || isInto ? place : posix.dirname(place), { recursive: true })
  execFileSync('cp', ['-a', isFolder ? `${origin}/.` : origin, place])
}

/** The rest of this machine's system, which the base image brings. */
const SYSTEM = ['bin', 'sbin', 'lib', 'lib64', 'usr', 'etc', 'dev', 'proc']
/** How this machine reaches the registry of packages. */
const PASSED = /^(npm_config_(?!global)|https?_proxy$|no_proxy$|node_extra_ca_certs$)/i

function run(command: string, { root, env, folder }: BuiltStage): void {
  const local = `${root}-local`
  const mounts = SYSTEM.filter((name) => existsSync(`/${name}`)).map(
    (name) =>
      `mkdir -p ${root}/${name} && mount --rbind ${name === 'proc' ? '/proc' : `$(readlink -f /${name})`} ${root}/${name}`,
  )
  const script = [
    'set -e',
    // What the image has of its own below /usr is covered by that of this machine, so it is put aside and laid over.
    `mkdir -p ${local} && mount --bind ${root}/usr/local ${local}`,
    ...mounts,
    `mount --bind ${local} ${root}/usr/local`,
    `mkdir -p ${root}/tmp ${root}/root`,
    `exec chroot ${root} /bin/sh -c 'cd "$1" && shift && exec /bin/sh -c "$1"' sh "$1" "$2"`,
  ].join('\n')
  const passed = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)))
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  execFileSync('unshare', ['--mount', 'sh', '-c', script, 'sh', folder, command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...passed,
      npm_config_registry: registry,
      npm_config_cache: '/tmp/npm',
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      ...env,
    },
  })
}
