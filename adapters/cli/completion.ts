/**
 * Scripts that let shells complete commands, flags and their values.
 *
 * @module
 */
import type { Command } from './command-definition.js'
import { flagsOf } from './help.js'

export type Shell = 'bash' | 'zsh' | 'fish'

interface Completed {
  /** Name of a command: one word, or two. */
  readonly name: string
  readonly about: string
  readonly flags: readonly CompletedFlag[]
  /** Words that may follow, where they are not file names. */
  readonly words: readonly string[]
  readonly takesFiles: boolean
}

interface CompletedFlag {
  /** All names of a flag, with dashes: `-o`, `--output`. */
  readonly names: readonly string[]
  readonly about: string
  readonly choices: readonly string[]
  readonly takesValue: boolean
  readonly isPath: boolean
}

/** The script for a shell. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  groups: Readonly<Record<string, string>>,
): string {
  const completed = commands.map(completedCommand)
  const text = (name: string, about: string, words: readonly string[] = []) =>
    ({ name, about, flags: [], words, takesFiles: false }) satisfies Completed
  const all = [
    ...completed,
    text('completion', 'prints a script that completes command lines', ['bash', 'zsh', 'fish']),
    text('man', 'prints the manual page'),
    text(
      'help',
      'prints help for a command',
      topNames(completed, groups).map(({ name }) => name),
    ),
  ]
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](all, groups)
}

function completedCommand(command: Command): Completed {
  const flags = flagsOf(command).map(({ flag, about, choices, isPath }) => ({
    names: flag.match(/(?<=^|\s|,)--?[\w-]+/g) ?? [],
    about: about.replace(/: [^:]*$/, (list) => (choices.length > 0 ? '' : list)),
    choices,
    takesValue: flag.includes('<'),
    isPath,
  }))
  return {
    name: command.name,
    about: command.about,
    flags,
    words: [],
    takesFiles: command.argument?.spelling === '<files...>',
  }
}

/** First words of the commands, each group once. */
function topNames(commands: readonly Completed[], groups: Readonly<Record<string, string>>) {
  const single = commands.filter(({ name }) => !name.includes(' ')).map(({ name, about }) => ({ name, about }))
  return [...single, ...Object.entries(groups).map(([name, about]) => ({ name, about }))]
}

function inGroup(commands: readonly Completed[], group: string) {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `))
  return members.map((command) => ({ ...command, name: command.name.slice(group.length + 1) }))
}

function bashScript(commands: readonly Completed[], groups: Readonly<Record<string, string>>): string {
  const cases = commands.map(({ name, flags, words, takesFiles }) => {
    const values = flags
      .filter(({ takesValue, isPath, choices }) => takesValue && (!isPath || choices.length > 0))
      .map(
        ({ names, choices }) =>
          `        ${names.join('|')}) COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$word")); return ;;`,
      )
    const paths = flags.filter(({ isPath }) => isPath).flatMap(({ names }) => names)
    const all = [...flags.flatMap(({ names }) => names), '--help'].join(' ')
    const rest = takesFiles
      ? ''
      : `compopt +o default 2>/dev/null; COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "$word"))`
    return `    ${quote(name)})
      case "$before" in
${[...values, ...(paths.length > 0 ? [`        ${paths.join('|')}) return ;;`] : [])].join('\n')}
      esac
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W ${quote(all)} -- "$word")); else ${rest === '' ? ':' : rest}; fi ;;`
  })
  const groupNames = Object.keys(groups)
  const second = groupNames.map(
    (group) =>
      `    ${group}) COMPREPLY=($(compgen -W ${quote(
        inGroup(commands, group)
          .map(({ name }) => name)
          .join(' '),
      )} -- "$word")); return ;;`,
  )
  return `_sealwright() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote([...topNames(commands, groups).map(({ name }) => name), '--help', '--version'].join(' '))} -- "$word"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then case "$command" in
${second.join('\n')}
  esac; fi
  case "$command" in ${groupNames.join('|')}) command="$command \${COMP_WORDS[2]}" ;; esac
  case "$command" in
${cases.join('\n')}
  esac
}
complete -o default -o bashdefault -F _sealwright sealwright
`
}

function zshScript(commands: readonly Completed[], groups: Readonly<Record<string, string>>): string {
  const list = (entries: readonly { readonly name: string; readonly about: string }[]) =>
    entries.map(({ name, about }) => `      ${quote(`${name}:${about}`)}`).join('\n')
  const seconds = Object.keys(groups).map(
    (group) => `    ${group})
      if (( CURRENT == 3 )); then
        local -a actions=(
${list(inGroup(commands, group))}
        )
        _describe action actions
        return
      fi
      command="$command $words[3]"; (( CURRENT-- )); shift words ;;`,
  )
  const cases = commands.map(({ name, flags, words, takesFiles }) => {
    const specs = flags.map(zshFlag)
    const rest = takesFiles
      ? [`      '*:file:_files'`]
      : words.length > 0
        ? [`      ${quote(`1:word:(${words.join(' ')})`)}`]
        : []
    return `    ${quote(name)}) _arguments -s \\\n${[...specs, `      '--help[prints help]'`, ...rest].join(' \\\n')} ;;`
  })
  return `#compdef sealwright
_sealwright() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${list(topNames(commands, groups))}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  case $command in
${seconds.join('\n')}
  esac
  (( CURRENT-- )); shift words
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _sealwright ]; then _sealwright "$@"; else compdef _sealwright sealwright; fi
`
}

function zshFlag({ names, about, choices, takesValue, isPath }: CompletedFlag): string {
  const text = about.replace(/[[\]:\\]/g, ' ')
  const value = !takesValue
    ? ''
    : choices.length > 0
      ? `:value:(${choices.join(' ')})`
      : isPath
        ? ':file:_files'
        : ':value: '
  return names.map((name) => `      ${quote(`*${name}[${text}]${value}`)}`).join(' \\\n')
}

function fishScript(commands: readonly Completed[], groups: Readonly<Record<string, string>>): string {
  const lines = topNames(commands, groups).map(
    ({ name, about }) => `complete -c sealwright -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
  )
  for (const group of Object.keys(groups)) {
    const members = inGroup(commands, group)
    const names = members.map(({ name }) => name).join(' ')
    for (const { name, about } of members) {
      const condition = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${names}`
      lines.push(`complete -c sealwright -n ${quote(condition)} -f -a ${name} -d ${quote(about)}`)
    }
  }
  return `${[...lines, ...commands.flatMap(fishFlags)].join('\n')}\n`
}

function fishFlags({ name, flags, words, takesFiles }: Completed): string[] {
  const condition = quote(
    name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and '),
  )
  const start = `complete -c sealwright -n ${condition}`
  return [
    ...(takesFiles ? [] : [`${start} -f`]),
    ...(words.length > 0 ? [`${start} -a ${quote(words.join(' '))}`] : []),
    ...flags.map(({ names, about, choices, takesValue, isPath }) => {
      const spellings = names.map((each) => (each.startsWith('--') ? `-l ${each.slice(2)}` : `-s ${each.slice(1)}`))
      const value =
        choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? (isPath ? ' -r -F' : ' -x') : ''
      return `${start} ${spellings.join(' ')}${value} -d ${quote(about)}`
    }),
  ]
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
