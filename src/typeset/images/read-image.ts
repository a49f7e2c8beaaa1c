import { SealwrightError } from '../../errors.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { Image } from './image.js'

/** What reading images may need and has used. */
export interface ReadImageOptions {
  /** For the text of metafiles; left out: it is not shown. */
  readonly fonts?: FontLibrary | undefined
  /** Bytes that decoded images of the same file take already. */
  readonly spentBytes?: number
}

/** stub */
export function readImage(bytes: Uint8Array, options: ReadImageOptions = {}): Image {
  throw new SealwrightError(
    'unsupported_document',
    `A picture has a format that cannot be shown ${bytes.length} ${options.spentBytes ?? 0}`,
  )
}
