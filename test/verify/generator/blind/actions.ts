/**
 * Actions of every type (ISO 32000-2, 12.6).
 *
 * @module
 */

import { PdfName, type PdfObject } from '../../../../src/pdf/objects.js'
import { dict } from '../../support/notation.js'
import { once, pick } from '../draft.js'
import type { Workspace } from './workspace.js'

/** An action, direct or not, at times with another one after it. */
export function anyAction(space: Workspace): PdfObject {
  const { random, pages } = space
  const action = pick(random, [
    dict`<</S /JavaScript /JS (app.alert\\(1\\))>>`,
    dict`<</S /JavaScript /JS (app.alert\\(1\\))>>`,
    dict`<</S /Launch /F (a.exe)>>`,
    dict`<</S /URI /URI (https://example.com)>>`,
    dict`<</S /GoTo>>`.with({ D: [pages[0] ?? null, PdfName.of('Fit')] }),
    dict`<</S /GoToR /F (b.pdf) /D [0 /Fit]>>`,
    dict`<</S /GoToE /D [0 /Fit] /T <</R /C /N (a)>>>>`,
    dict`<</S /SubmitForm /F (https://example.com)>>`,
    dict`<</S /ResetForm>>`,
    dict`<</S /ImportData /F (a.fdf)>>`,
    dict`<</S /Named /N /NextPage>>`,
    dict`<</S /Named /N /Print>>`,
    dict`<</S /Hide /T (name)>>`,
    dict`<</S /SetOCGState /State []>>`,
    dict`<</S /Rendition /OP 0>>`,
    dict`<</S /Thread /D 0>>`,
    dict`<</S /Sound>>`,
    dict`<</S /Movie /Operation /Play>>`,
    dict`<</S /Trans /Trans <</S /Wipe>>>>`,
    dict`<</S /GoTo3DView /V /F>>`,
    dict`<</S /RichMediaExecute>>`,
  ])
  const chained = once(random, 8) ? action.with({ Next: dict`<</S /JavaScript /JS (1)>>` }) : action
  return once(random, 3) ? space.add(chained) : chained
}
