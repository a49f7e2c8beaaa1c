/**
 * Scripts that let shells complete commands, flags and their values.
 *
 * @module
 */

/** What is completed of one command. */
export interface CompletedCommand {
  readonly name: string
  readonly about: string
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  /** With its dashes: `--level`. */
  readonly name: string
  readonly about: string
  readonly choices: readonly string[]
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script for a shell. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands)
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, flags }) => {
    const values = flags
      .filter(({ choices }) => choices.length > 0)
      .map(
        (flag) =>
          `        ${flag.name}) COMPREPLY=($(compgen -W ${quote(flag.choices.join(' '))} -- "$word")); return ;;`,
      )
    const names = quote(flags.map((flag) => flag.name).join(' '))
    return `    ${name})
      case "$before" in
${values.join('\n')}
      esac
      [[ $word == -* ]] && COMPREPLY=($(compgen -W ${names} -- "$word")) ;;`
  })
  return `_sealwright() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quote(commands.map(({ name }) => name).join(' '))} -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -o default -o bashdefault -F _sealwright sealwright
`
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const list = commands.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join('\n')
  const cases = commands.map(({ name, flags }) => {
    const specs = flags.map((flag) => {
      const about = flag.about.replace(/[[\]:]/g, ' ')
      return `      ${quote(`*${flag.name}[${about}]${flag.choices.length > 0 ? `: :(${flag.choices.join(' ')})` : ''}`)}`
    })
    return `    ${name}) _arguments -s \\\n${[...specs, `      '*:file:_files'`].join(' \\\n')} ;;`
  })
  return `#compdef sealwright
_sealwright() {
  local -a commands=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  (( CURRENT-- )); shift words
  case $command in
${cases.join('\n')}
  esac
}
compdef _sealwright sealwright
`
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, about, flags }) => [
    `complete -c sealwright -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
    ...flags.map((flag) => {
      const values = flag.choices.length > 0 ? ` -x -a ${quote(flag.choices.join(' '))}` : ''
      return `complete -c sealwright -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)}${values} -d ${quote(flag.about)}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
