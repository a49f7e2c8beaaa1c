/**
 * What ends the decoding of a picture in JBIG2 or JPEG 2000. It never leaves their folders: callers get no picture.
 *
 * @module
 */

/** The picture is damaged, takes too much work, or is written in a way that viewers do not agree on. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
}

/** Ends the decoding unless something holds. */
export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new PictureFault(what)
}

/** Bits of work that a picture may take: each pixel decoded counts as one, whole bytes of pixels as one too. */
export class PixelWork {
  readonly #limit: number
  #spent = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The work done so far. */
  get spent(): number {
    return this.#spent
  }

  /** To be called before memory is taken or pixels are decoded. */
  spend(amount: number): void {
    demand(this.#spent + amount <= this.#limit, 'the picture takes too much work')
    this.#spent += amount
  }
}
