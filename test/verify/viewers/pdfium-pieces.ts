/**
 * Opening a document piece by piece with PDFium, as Chrome and Edge do: only so it makes use of linearization.
 *
 * @module
 */

import koffi, { type LibraryHandle } from 'koffi'

/** A document that is open, and what closes it. */
export interface PiecewiseDocument {
  readonly document: object
  /** Asks for all bytes of a page. Call it before the page is loaded. */
  readonly fetchPage: (index: number) => void
  readonly close: (closeDocument: (document: object) => void) => void
}

/** Bytes that are there when the document is opened, and that come with each request after it. */
const PIECE = 1024
const FILE_AVAILABLE = koffi.proto('int FX_IsDataAvail(void* self, size_t offset, size_t size)')
const GET_BLOCK = koffi.proto('int FX_GetBlock(void* param, unsigned long at, void* target, unsigned long size)')
const ADD_SEGMENT = koffi.proto('void FX_AddSegment(void* self, size_t offset, size_t size)')
const AVAILABILITY = koffi.struct({ version: 'int', isAvailable: koffi.pointer(FILE_AVAILABLE) })
const ACCESS = koffi.struct({ size: 'unsigned long', read: koffi.pointer(GET_BLOCK), param: 'void*' })
const HINTS = koffi.struct({ version: 'int', add: koffi.pointer(ADD_SEGMENT) })
const NOT_YET = 0

/** Makes the function that opens documents with a library. */
export function piecewiseOpener(library: LibraryHandle): (bytes: Uint8Array) => PiecewiseDocument | undefined {
  const create = library.func('void* FPDFAvail_Create(void* availability, void* access)')
  const destroy = library.func('void FPDFAvail_Destroy(void* avail)')
  const isDocumentThere = library.func('int FPDFAvail_IsDocAvail(void* avail, void* hints)')
  const isPageThere = library.func('int FPDFAvail_IsPageAvail(void* avail, int index, void* hints)')
  const getDocument = library.func('void* FPDFAvail_GetDocument(void* avail, const char* password)')
  return (bytes) => {
    const source = new PiecewiseSource(bytes)
    const avail: object | null = create(source.availability, source.access)
    const fetch = (isThere: () => number) => {
      while (isThere() === NOT_YET && source.take());
    }
    fetch(() => isDocumentThere(avail, source.hints))
    const document: object | null = getDocument(avail, null)
    const release = () => {
      destroy(avail)
      source.close()
    }
    if (document === null) {
      release()
      return undefined
    }
    return {
      document,
      fetchPage: (index) => fetch(() => isPageThere(avail, index, source.hints)),
      close: (closeDocument) => {
        closeDocument(document)
        release()
      },
    }
  }
}

/** The bytes of a file, of which the first ones are there. */
class PiecewiseSource {
  readonly availability: object
  readonly access: object
  readonly hints: object
  readonly #size: number
  readonly #callbacks: readonly bigint[]
  #there: number

  constructor(bytes: Uint8Array) {
    this.#size = bytes.length
    this.#there = PIECE
    const isThere = (_: unknown, offset: number, size: number) => (offset + size <= this.#there ? 1 : 0)
    const read = (_: unknown, at: number, target: unknown, size: number) => {
      if (at + size > bytes.length) return 0
      koffi.encode(target, koffi.array('uint8_t', size), bytes.subarray(at, at + size))
      return 1
    }
    const add = (_: unknown, offset: number, size: number) => {
      this.#there = Math.max(this.#there, offset + size)
    }
    const callbacks = [
      koffi.register(isThere, koffi.pointer(FILE_AVAILABLE)),
      koffi.register(read, koffi.pointer(GET_BLOCK)),
      koffi.register(add, koffi.pointer(ADD_SEGMENT)),
    ] as const
    this.#callbacks = callbacks
    this.availability = structureOf(AVAILABILITY, { version: 1, isAvailable: callbacks[0] })
    this.access = structureOf(ACCESS, { size: bytes.length, read: callbacks[1], param: null })
    this.hints = structureOf(HINTS, { version: 1, add: callbacks[2] })
  }

  /** Lets the next piece come; false when all is there. */
  take(): boolean {
    if (this.#there >= this.#size) return false
    this.#there += PIECE
    return true
  }

  close(): void {
    for (const callback of this.#callbacks) koffi.unregister(callback)
  }
}

function structureOf(type: ReturnType<typeof koffi.struct>, value: object): object {
  const memory = koffi.alloc(type, 1)
  koffi.encode(memory, type, value)
  return memory
}
