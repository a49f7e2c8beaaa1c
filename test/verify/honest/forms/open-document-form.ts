/**
 * The form of `field-specs.ts` as a flat OpenDocument text, which LibreOffice exports.
 *
 * @module
 */

import { type Colour, type FieldSpec, OPTIONS, RADIOS, radioPlaces } from './field-specs.js'

const NAMESPACES = ['office', 'style', 'text', 'form']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  )
  .join(' ')

interface Control {
  readonly spec: FieldSpec
  readonly element: string
  readonly place: FieldSpec['place']
}

/** The document, ready to be exported. */
export function openDocumentForm(specs: readonly FieldSpec[]): string {
  const controls = specs.flatMap(controlsOf)
  const styles = controls.map(({ spec }, i) => styleOf(spec, i)).join('\n')
  const drawn = controls.map(({ place }, i) => placed(place, i)).join('')
  const elements = controls.map(({ element }, i) => element.replace('@', `xml:id="c${i}" form:id="c${i}"`)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>${styles}
<style:page-layout style:name="sheet"><style:page-layout-properties fo:page-width="600pt" fo:page-height="800pt"
 fo:margin-top="16pt" fo:margin-bottom="10pt" fo:margin-left="20pt" fo:margin-right="20pt"/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="sheet"/></office:master-styles>
<office:body><office:text><office:forms form:automatic-focus="false" form:apply-design-mode="false">
<form:form form:name="contract">${elements}</form:form></office:forms>
<text:p>${drawn}Contract of sale. The price is 100 EUR.</text:p>
</office:text></office:body></office:document>`
}

function controlsOf(spec: FieldSpec): Control[] {
  const { name, kind, before, place, traits, maxLength } = spec
  const title = `form:name="${name}" @`
  if (kind === 'radio') {
    return RADIOS.map((state, i) => {
      const chosen = state === before ? ' form:current-selected="true" form:selected="true"' : ''
      return {
        spec,
        element: `<form:radio ${title} form:value="${state}"${chosen}/>`,
        place: radioPlaces(spec)[i] ?? place,
      }
    })
  }
  if (kind === 'check') {
    const state = before === '' ? 'unchecked' : 'checked'
    return [{ spec, place, element: `<form:checkbox ${title} form:current-state="${state}"/>` }]
  }
  if (kind === 'text') {
    const limit = maxLength === undefined ? '' : ` form:max-length="${maxLength}"`
    const value = ` form:current-value="${before}" form:value="${before}"${limit}`
    const tag = traits.includes('lines') ? 'textarea' : traits.includes('password') ? 'password' : 'text'
    return [{ spec, place, element: `<form:${tag} ${title}${tag === 'password' ? limit : value}/>` }]
  }
  if (traits.includes('editable')) {
    const items = OPTIONS.map(([, shown]) => `<form:item form:label="${shown}"/>`).join('')
    const element = `<form:combobox ${title} form:dropdown="true" form:current-value="${before}">${items}</form:combobox>`
    return [{ spec, place, element }]
  }
  const options = OPTIONS.map(([exported, shown]) => {
    const chosen = shown === before ? ' form:current-selected="true" form:selected="true"' : ''
    const value = traits.includes('pairs') ? ` form:value="${exported}"` : ''
    return `<form:option form:label="${shown}"${value}${chosen}/>`
  }).join('')
  const more = `${kind === 'combo' ? ' form:dropdown="true"' : ''}${traits.includes('multi') ? ' form:multiple="true"' : ''}`
  return [{ spec, place, element: `<form:listbox ${title}${more}>${options}</form:listbox>` }]
}

function hex(colour: Colour): string {
  return `#${colour
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function styleOf({ border, ground, frame, align }: FieldSpec, number: number): string {
  const line = border === 'inset' || border === 'beveled' ? '0.06cm double' : '0.03cm solid'
  const look = [
    `fo:border="${border === 'none' ? 'none' : `${line} ${hex(frame ?? [0, 0, 0])}`}"`,
    ground === undefined
      ? ''
      : `draw:fill="solid" draw:fill-color="${hex(ground)}" fo:background-color="${hex(ground)}"`,
  ].join(' ')
  return `<style:style style:name="s${number}" style:family="graphic"><style:graphic-properties ${look}
 style:vertical-pos="from-top" style:vertical-rel="page" style:horizontal-pos="from-left" style:horizontal-rel="page"/>
<style:paragraph-properties fo:text-align="${['start', 'center', 'end'][align]}"/>
<style:text-properties fo:font-size="10pt" style:font-name="Liberation Sans"/></style:style>`
}

function placed([left, bottom, right, top]: FieldSpec['place'], number: number): string {
  return `<draw:control text:anchor-type="page" text:anchor-page-number="1" draw:style-name="s${number}"
 svg:x="${left}pt" svg:y="${800 - top}pt" svg:width="${right - left}pt" svg:height="${top - bottom}pt"
 draw:control="c${number}"/>`
}
