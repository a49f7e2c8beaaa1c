/**
 * Reads a Dockerfile, as far as ours uses that language. What it does not know is an error: nothing is passed over.
 *
 * @module
 */

/** One instruction. */
export type Instruction =
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'run'; readonly command: string }
  | {
      readonly kind: 'copy'
      readonly from: string | undefined
      readonly owner: string | undefined
      readonly sources: readonly string[]
      readonly target: string
    }

/** What the last stage says of how it is run. */
export interface RunSettings {
  readonly user: string
  readonly volumes: readonly string[]
  readonly healthCheck: readonly string[]
  readonly entryPoint: readonly string[]
  readonly command: readonly string[]
}

export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
  readonly settings: RunSettings
}

/** @throws Error for anything that is not known here */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: Stage[] = []
  for (const line of joinLines(text)) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (word === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? []
      if (base === '') throw new Error(`Not understood: ${line}`)
      stages.push({ base, name, instructions: [], settings: NO_SETTINGS })
      continue
    }
    const stage = stages.pop()
    if (stage === undefined) throw new Error(`Before any FROM: ${line}`)
    stages.push(addInstruction(stage, word, rest))
  }
  return stages
}

const NO_SETTINGS: RunSettings = { user: 'root', volumes: [], healthCheck: [], entryPoint: [], command: [] }

function joinLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return lines.join('\n').replaceAll('\\\n', ' ').split('\n')
}

function addInstruction(stage: Stage, word: string, rest: string): Stage {
  const add = (instruction: Instruction) => ({ ...stage, instructions: [...stage.instructions, instruction] })
  const set = (settings: Partial<RunSettings>) => ({ ...stage, settings: { ...stage.settings, ...settings } })
  switch (word) {
    case 'WORKDIR':
      return add({ kind: 'workdir', path: rest })
    case 'ENV':
      return add({ kind: 'env', values: parsePairs(rest) })
    case 'RUN':
      return add({ kind: 'run', command: rest })
    case 'COPY':
      return add(parseCopy(rest))
    case 'USER':
      return set({ user: rest })
    case 'VOLUME':
      return set({ volumes: [...stage.settings.volumes, rest] })
    case 'HEALTHCHECK':
      return set({ healthCheck: parseList(rest.replace(/^(--\S+\s+)*CMD\s+/, '')) })
    case 'ENTRYPOINT':
      return set({ entryPoint: parseList(rest) })
    case 'CMD':
      return set({ command: parseList(rest) })
    case 'EXPOSE':
      return stage
    default:
      throw new Error(`Not understood: ${word} ${rest}`)
  }
}

function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(/\s+/).map((pair) => /^(\w+)=([^"'$\\]*)$/.exec(pair))
  return Object.fromEntries(
    pairs.map((match) => {
      if (match === null) throw new Error(`Not understood: ENV ${text}`)
      return [match[1], match[2]]
    }),
  )
}

function parseCopy(text: string): Instruction {
  const words = text.split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const unknown = flags.find((flag) => !/^--(from|chown)=/.test(flag))
  if (unknown !== undefined || paths.length < 2) throw new Error(`Not understood: COPY ${text}`)
  const flagValue = (name: string) => flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)
  return {
    kind: 'copy',
    from: flagValue('from'),
    owner: flagValue('chown'),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  }
}

function parseList(text: string): string[] {
  const list: unknown = JSON.parse(text)
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list
  throw new Error(`Not understood: ${text}`)
}
