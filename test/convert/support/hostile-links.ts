/**
 * Documents that want something fetched or read. Where they point, somebody may be listening.
 *
 * @module
 */

import { field, inlinePicture, makeBodyDocx, p, r, relationshipsPart, wordPart } from './rich-docx.js'

/** A document with an outside target wherever one can be: a URL or the name of a file. */
export function makeLinkedDocx(target: string): Uint8Array {
  const external = (type: string) => [type, target, 'External'] as const
  return makeBodyDocx(
    [
      p(`<w:hyperlink r:id="out">${r('a link')}</w:hyperlink>`),
      p(inlinePicture('picture', 900_000).replace('r:embed', 'r:link')),
      p(inlinePicture('picture', 900_000)),
      p(
        `<w:r><w:pict><v:rect style="width:9pt;height:9pt"><v:imagedata r:id="picture" src="${target}" o:href="${target}"/></v:rect></w:pict></w:r>`,
      ),
      p(`<w:r><w:object><o:OLEObject Type="Link" r:id="ole"/></w:object></w:r>`),
      p(field(`INCLUDEPICTURE "${target}" \\d`, r('picture'))),
      p(field(`INCLUDETEXT "${target}"`, r('text'))),
      p(field(`DDEAUTO cmd "${target}"`, r('dde'))),
      p(field(`HYPERLINK "${target}"`, r('link'))),
      '<w:altChunk r:id="chunk"/>',
      '<w:subDoc r:id="sub"/>',
    ].join(''),
    {
      'word/settings.xml': wordPart(
        'w:settings',
        '<w:attachedTemplate r:id="t"/><w:mailMerge><w:dataSource r:id="t"/></w:mailMerge>',
      ),
      'word/_rels/settings.xml.rels': relationshipsPart({ t: external('attachedTemplate') }),
      'word/_rels/header1.xml.rels': relationshipsPart({ image: external('image') }),
    },
    {
      out: external('hyperlink'),
      picture: external('image'),
      ole: external('oleObject'),
      chunk: external('aFChunk'),
      sub: external('subDocument'),
      header: external('header'),
      styles: external('styles'),
      chart: external('chart'),
      theme: external('theme'),
      font: external('fontTable'),
    },
  )
}

/** By name. */
export const HOSTILE_LINKS: Readonly<Record<string, () => Uint8Array>> = Object.fromEntries(
  [
    'file:///etc/passwd',
    '/etc/passwd',
    '\\\\127.0.0.1\\share\\x',
    'http://127.0.0.1:9/x',
    '../../../../etc/passwd',
    'javascript:alert(1)',
  ].map((target) => [`everything at ${target}`, () => makeLinkedDocx(target)]),
)
