/**
 * Writes the metadata of a PDF as an information dictionary and as XMP.
 *
 * @module
 */

import { escapeXml } from '../../escape.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream } from '../../pdf/objects.js'
import { dateString, textString } from '../../pdf/text.js'
import { VERSION } from '../../version.js'
import type { DocumentInformation } from '../model/document-model.js'
import type { XmpIdentification } from './conformance.js'

const PRODUCER = `sealwright ${VERSION}`

/** Describes the PDF/UA property for PDF/A, which does not predefine it (ISO 19005-2, 6.6.2.3.3). */
const ACCESSIBILITY_SCHEMA = [
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name>',
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>Part of ISO 14289 that the file follows</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property>',
  '</rdf:li></rdf:Bag></pdfaExtension:schemas>',
  '</rdf:Description>',
]

/** Adds the document information dictionary (ISO 32000-2, 14.3.3). */
export function addInformation(sink: ObjectSink, information: DocumentInformation): PdfRef {
  const entries: Record<string, PdfObject> = {}
  const { title, author, subject, keywords, created, modified } = information
  if (title !== undefined) entries['Title'] = textString(title)
  if (author !== undefined) entries['Author'] = textString(author)
  if (subject !== undefined) entries['Subject'] = textString(subject)
  if (keywords !== undefined) entries['Keywords'] = textString(keywords)
  entries['Producer'] = textString(PRODUCER)
  if (isDate(created)) entries['CreationDate'] = dateString(created)
  if (isDate(modified)) entries['ModDate'] = dateString(modified)
  return sink.add(new PdfDict(entries))
}

/** Adds the document information as an XMP packet (ISO 32000-2, 14.3.2; ISO 16684-1). */
export function addMetadata(
  sink: ObjectSink,
  information: DocumentInformation,
  identification?: XmpIdentification,
): PdfRef {
  const packet = [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"${(identification?.namespaces ?? []).map((each) => ` ${each}`).join('')}>`,
    ...xmpProperties(information, identification),
    '</rdf:Description>',
    ...(identification?.describesAccessibility === true ? ACCESSIBILITY_SCHEMA : []),
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n')
  // The packet is not compressed, so that programs can find it without reading PDF (14.3.2).
  const dict = new PdfDict({ Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') })
  return sink.add(new PdfStream(dict, new TextEncoder().encode(packet)))
}

function xmpProperties(information: DocumentInformation, identification: XmpIdentification | undefined): string[] {
  const { title, author, subject, keywords, language, created, modified } = information
  return [
    ...(title === undefined
      ? []
      : [`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`]),
    ...(author === undefined
      ? []
      : [`<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`]),
    ...(subject === undefined
      ? []
      : [
          `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(subject)}</rdf:li></rdf:Alt></dc:description>`,
        ]),
    ...(language === undefined
      ? []
      : [`<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>`]),
    '<dc:format>application/pdf</dc:format>',
    ...(keywords === undefined ? [] : [`<pdf:Keywords>${escapeXml(keywords)}</pdf:Keywords>`]),
    `<pdf:Producer>${escapeXml(PRODUCER)}</pdf:Producer>`,
    ...(isDate(created) ? [`<xmp:CreateDate>${xmpDate(created)}</xmp:CreateDate>`] : []),
    ...(identification?.properties ?? []),
    ...(isDate(modified) ? [`<xmp:ModifyDate>${xmpDate(modified)}</xmp:ModifyDate>`] : []),
  ]
}

function isDate(date: Date | undefined): date is Date {
  if (date === undefined) return false
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999
}

function xmpDate(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
