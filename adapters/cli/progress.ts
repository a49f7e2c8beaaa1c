/**
 * Progress of a command: a line with rate and remaining time on a terminal. Elsewhere nothing is shown, since results are
 * printed line by line.
 *
 * @module
 */
import { legible, type Terminal } from './terminal.js'

const WIDTH = 24
const REDRAW_MS = 100

interface ProgressLine {
  /** Counts one more finished file. */
  step(name: string): void
  /** Prints a line above the bar. */
  line(text: string): void
  end(): void
}

/** Shows progress on the standard error output, for more than one file. */
export function startProgress(total: number, terminal: Terminal, now: () => number = Date.now): ProgressLine {
  if (!terminal.isStderrTerminal || total < 2) {
    return { step: () => undefined, line: (text) => terminal.writeStderr(`${text}\n`), end: () => undefined }
  }
  const begun = now()
  let done = 0
  let drawn = 0
  const clear = () => terminal.writeStderr('\r\u001b[K')
  return {
    step(name) {
      done++
      if (done < total && now() - drawn < REDRAW_MS) return
      drawn = now()
      terminal.writeStderr(`\r\u001b[K${describe(done, total, drawn - begun, name, terminal.columns)}`)
    },
    line(text) {
      clear()
      terminal.writeStderr(`${text}\n`)
    },
    end: clear,
  }
}

function describe(done: number, total: number, elapsedMs: number, name: string, columns: number): string {
  const filled = Math.round((WIDTH * done) / total)
  const rate = done / Math.max(0.001, elapsedMs / 1000)
  const left = formatSeconds((total - done) / rate)
  const text = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}  ${rate.toFixed(rate < 10 ? 1 : 0)}/s  ${left} left  ${legible(name)}`
  return text.slice(0, Math.max(20, columns - 1))
}

/** A duration such as `42 s`, `3 min 5 s` or `2 h 10 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
