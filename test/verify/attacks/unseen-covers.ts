/**
 * Annotations that take letters of the page away and are not seen themselves: kinds whose icons and markings may lie on
 * letters get a look that is nothing but a white box, and streams stand where only some readers see dictionaries.
 *
 * @module
 */

import { attacksOn, certified3 } from '../support/cases.js'
import type { Contract } from '../support/contract.js'
import { dict, notation, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'

/** The last digits of the price on the first page. */
const LAST_DIGIT = '/Rect [139 714 145 726]'
const LAST_DIGITS = '/Rect [132 714 145 726]'

function adds(write: (revision: Revision) => string) {
  return ({ bytes, refs }: Contract): Uint8Array =>
    revise(bytes, (revision) => {
      const entries = write(revision)
      addAnnotation(revision, refs.page1, dict`<</Type /Annot /F 4 /P ${refs.page1} ${entries}>>`)
    })
}

function paper(revision: Revision): string {
  const look = '<</Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources <</ExtGState <<>>>>>>'
  return notation(revision.add(stream(dict`${look}`, '1 g 0 0 10 10 re f\n')))
}

const covers = (entries: string) => adds((revision) => `${entries} /AP <</N ${paper(revision)}>>`)
/** A stream whose entries are those of an appearance dictionary. */
const coversAsStream = (entries: string) =>
  adds((revision) => {
    const look = `<</N ${paper(revision)}>>`
    return `${entries} /AP ${notation(revision.add(stream(dict`${look}`, ' ')))}`
  })

const QUADS = '/QuadPoints [139 726 145 726 139 714 145 714] /C [1 1 0]'

export const unseenCovers = attacksOn(certified3, {
  'a note is a white box on two digits': covers(`/Subtype /Text ${LAST_DIGITS}`),
  'a marker is a white box on a digit': covers(`/Subtype /Highlight ${LAST_DIGIT} ${QUADS}`),
  'a caret is a white box on a digit': covers(`/Subtype /Caret ${LAST_DIGIT}`),
  'a popup is a white box on a digit': covers(`/Subtype /Popup ${LAST_DIGIT}`),
  'a link is a white box on a digit': covers(`/Subtype /Link ${LAST_DIGIT} /Border [0 0 0]`),
  'the white border of a link stands on a digit': adds(
    () => '/Subtype /Link /Rect [142 690 400 760] /Border [0 0 4] /C [1 1 1]',
  ),
  'the looks of a link are a stream': coversAsStream('/Subtype /Link /Rect [100 710 200 730] /Border [0 0 0]'),
  'the looks of an ink are a stream': coversAsStream('/Subtype /Ink /Rect [100 710 200 730] /InkList []'),
  'the border of a rectangle is told by a stream': adds((revision) => {
    const style = notation(revision.add(stream(dict`<</W 60>>`, ' ')))
    return `/Subtype /Square /Rect [60 640 260 700] /C [1 1 1] /BS ${style}`
  }),
  'a free text has a line that leads across the price': adds(
    () => `/Subtype /FreeText /Rect [400 60 420 80] /Contents (x) /DA (/Helv 8 Tf 0 g) /IT /FreeTextCallout
      /CL [60 720 300 720] /BS <</W 14>>`,
  ),
})
