/**
 * What the Dockerfile builds upon, as far as this machine has it: the Node.js of the same version out of npm, and the C and
 * C++ libraries of this Debian.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuiltStage } from './stages.js'

/** @throws Error for a base that is not known here */
export function makeBase(image: string, root: string, built: ReadonlyMap<string, BuiltStage>): void {
  mkdirSync(root, { recursive: true })
  chmodSync(root, 0o755)
  const version = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(image)?.[1]
  if (version !== undefined) makeNodeBase(version, root)
  else if (image === 'gcr.io/distroless/cc-debian12:nonroot') makeDistrolessBase(root, built)
  else throw new Error(`The base ${image} is not known here.`)
}

/** /usr/local is the image's own; the rest of the system is mounted when a step runs. */
function makeNodeBase(version: string, root: string): void {
  const local = join(root, 'usr/local')
  const download = join(root, 'tmp/node')
  mkdirSync(join(local, 'bin'), { recursive: true })
  mkdirSync(join(local, 'lib'), { recursive: true })
  mkdirSync(download, { recursive: true })
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
  const npm = ['install', '--prefix', download, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', [...npm, `node-linux-${architecture}@${version}`], { stdio: 'inherit' })
  cpSync(join(download, `node_modules/node-linux-${architecture}/bin/node`), join(local, 'bin/node'))
  // npm is a program in JavaScript, so that of this machine will do.
  const own = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  cpSync(realpathSync(own), join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
}

/** glibc, libstdc++ and libgcc, certificates, and the user. */
function makeDistrolessBase(root: string, built: ReadonlyMap<string, BuiltStage>): void {
  const [first] = built.values()
  if (first === undefined) throw new Error('The base stands before the stage that it takes Node.js from.')
  const linked = execFileSync('ldd', [join(first.root, 'usr/local/bin/node')], { encoding: 'utf8' })
  for (const library of [...linked.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path))
    copyFile(library, root)
  // Looked up by glibc itself when a name is resolved.
  for (const path of findLibraries(/^libnss_(dns|files)|^libresolv\./)) copyFile(path, root)
  for (const path of ['/etc/ssl/certs/ca-certificates.crt', '/etc/nsswitch.conf']) copyFile(path, root)
  writeFileSync(join(root, 'etc/passwd'), 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n')
  writeFileSync(join(root, 'etc/group'), 'nonroot:x:65532:\n')
  // Docker gives every container these.
  for (const path of ['/etc/hosts', '/etc/resolv.conf']) copyFile(path, root)
  for (const folder of ['tmp', 'proc', 'run', 'home/nonroot']) mkdirSync(join(root, folder), { recursive: true })
}

function findLibraries(name: RegExp): string[] {
  const folder = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  return readdirSync(folder)
    .filter((each) => name.test(each))
    .map((each) => join(folder, each))
}

function copyFile(path: string, root: string): void {
  const target = join(root, path)
  mkdirSync(dirname(target), { recursive: true })
  try {
    cpSync(realpathSync(path), target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
