/**
 * A PDF as qpdf reads it: its objects as JSON, its streams decoded.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonDict = { [key: string]: Json }

/** A dictionary, with its stream where it has one. */
export interface QpdfObject {
  readonly value: Json
  readonly data?: string
}

const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024

/** Objects of a PDF; references are text such as `12 0 R`. */
export class QpdfFile {
  readonly version: string
  /** The file as it is. */
  readonly bytes: Buffer
  readonly #objects: ReadonlyMap<
    string,
    { readonly value?: Json; readonly stream?: { readonly dict: JsonDict; readonly data?: string } }
  >

  /** @throws Error where qpdf does not read the file */
  constructor(path: string) {
    this.bytes = readFileSync(path)
    const options = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', path]
    const { stdout } = spawnSync('qpdf', options, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })
    const { qpdf } = JSON.parse(stdout) as { qpdf: [{ pdfversion: string }, Record<string, never>] }
    this.version = qpdf[0].pdfversion
    this.#objects = new Map(Object.entries(qpdf[1]))
  }

  get trailer(): JsonDict {
    return asDict(this.#objects.get('trailer')?.value ?? null)
  }

  get catalog(): JsonDict {
    return this.dict(this.trailer['/Root'] ?? null)
  }

  /** The value itself, behind a reference too. */
  get(value: Json | undefined): Json {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value ?? null
    const object = this.#objects.get(`obj:${value}`)
    return object?.stream?.dict ?? object?.value ?? null
  }

  dict(value: Json | undefined): JsonDict {
    return asDict(this.get(value))
  }

  list(value: Json | undefined): Json[] {
    const found = this.get(value)
    return Array.isArray(found) ? found : []
  }

  /** The decoded bytes of a stream; undefined for what is none. */
  data(value: Json | undefined): Buffer | undefined {
    if (typeof value !== 'string') return undefined
    const data = this.#objects.get(`obj:${value}`)?.stream?.data
    return data === undefined ? undefined : Buffer.from(data, 'base64')
  }

  /** All dictionaries, those of streams included. */
  *dicts(): Iterable<readonly [key: string, dict: JsonDict]> {
    for (const [key, object] of this.#objects) {
      const value = object.stream?.dict ?? object.value ?? null
      if (isDict(value)) yield [key.replace('obj:', ''), value]
    }
  }

  /** References to the pages, in order. */
  pages(): string[] {
    const pages: string[] = []
    const visit = (ref: Json): void => {
      const node = this.dict(ref)
      if (node['/Type'] === '/Page') pages.push(String(ref))
      else for (const kid of this.list(node['/Kids'])) visit(kid)
    }
    visit(this.catalog['/Pages'] ?? null)
    return pages
  }
}

export function isDict(value: Json): value is JsonDict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asDict(value: Json): JsonDict {
  return isDict(value) ? value : {}
}
