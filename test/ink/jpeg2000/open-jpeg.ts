/**
 * Pictures in JPEG 2000 as OpenJPEG writes and reads them, which is the decoder in poppler, MuPDF, PDFium and PDF.js.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasTool } from '../../support/tools.js'

/** Samples, rows from the top: one byte for each pixel, or three. */
export interface Samples {
  readonly width: number
  readonly height: number
  readonly components: number
  readonly data: Uint8Array
}

/** Whether pictures can be made here. */
export const hasOpenJpeg = () => hasTool('opj_compress') && hasTool('opj_decompress')

/** Codes samples; `options` are those of opj_compress. */
export function compress(samples: Samples, options: readonly string[] = [], kind: 'jp2' | 'j2k' = 'jp2'): Uint8Array {
  return inFolder((folder) => {
    const [from, to] = [join(folder, 'in.ppm'), join(folder, `out.${kind}`)]
    const head = `P${samples.components === 1 ? 5 : 6}\n${samples.width} ${samples.height}\n255\n`
    writeFileSync(from, Buffer.concat([Buffer.from(head), samples.data]))
    run('opj_compress', ['-i', from, '-o', to, ...options])
    return new Uint8Array(readFileSync(to))
  })
}

/** Reads a picture, each way made smaller by so many halvings. */
export function decompress(bytes: Uint8Array, kind: 'jp2' | 'j2k' = 'jp2', halvings = 0): Samples {
  return inFolder((folder) => {
    const [from, to] = [join(folder, `in.${kind}`), join(folder, 'out.pnm')]
    writeFileSync(from, bytes)
    run('opj_decompress', ['-i', from, '-o', to, '-r', String(halvings)])
    return readPnm(readFileSync(to))
  })
}

function readPnm(file: Buffer): Samples {
  const head = /^P([56])\s+(?:#[^\n]*\s+)*(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 200).toString('latin1'))
  if (head === null) throw new Error('OpenJPEG wrote no picture of eight bits.')
  const [width, height] = [Number(head[2]), Number(head[3])]
  return { width, height, components: head[1] === '5' ? 1 : 3, data: new Uint8Array(file.subarray(head[0].length)) }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'jpeg2000-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(tool: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(tool, args, { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${tool} failed: ${stderr}`, { cause: error })
}
