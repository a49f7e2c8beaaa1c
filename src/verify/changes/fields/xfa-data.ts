/**
 * Reads the data of an XFA form (ISO 32000-2, 12.7.8; XFA 3.3, "datasets"): one element for each value, in the order of the
 * form.
 *
 * Only elements, text and XML entities are read. Anything else makes the data unreadable.
 *
 * @module
 */

/** A value and its path below the data, with indices: `form1[0].Total[0]`. */
export interface DataValue {
  readonly path: string
  readonly text: string
}

/** The values of a datasets packet, with its structure. */
export interface XfaData {
  readonly values: readonly DataValue[]
  /** All elements with their attributes, in order. Text is left out, since programs place white space as they like. */
  readonly skeleton: string
}

/** Largest packet that is read, in characters. */
const MAX_LENGTH = 1_000_000
/** Deepest nesting of elements, which bounds the stack. Forms have about ten levels. */
const MAX_DEPTH = 64
const PIECE = /<\?xml[^<>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>|([^<>]+)/gy
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));|&/gi
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const DATA = 'xfa:data'

interface OpenElement {
  readonly name: string
  readonly path: string
  /** Number of kids with each name. */
  readonly kids: Map<string, number>
  text: string
}

/** Reads a datasets packet; `undefined` when it has anything but plain elements and text. */
export function readXfaData(xml: string): XfaData | undefined {
  if (xml.length > MAX_LENGTH) return undefined
  const reader = new DataReader()
  PIECE.lastIndex = 0
  let end = 0
  for (let match = PIECE.exec(xml); match !== null; match = PIECE.exec(xml)) {
    end = PIECE.lastIndex
    const [, close, name, attributes = '', empty, text] = match
    if (text !== undefined) reader.text(text)
    else if (name !== undefined && close === '') {
      reader.open(name, attributes)
      if (empty === '/') reader.close(name)
    } else if (name !== undefined) reader.close(name)
  }
  return end === xml.length ? reader.finish() : undefined
}

class DataReader {
  readonly #values: DataValue[] = []
  readonly #skeleton: string[] = []
  readonly #stack: OpenElement[] = []
  #isBroken = false

  open(name: string, attributes: string): void {
    const parent = this.#stack.at(-1)
    const number = parent?.kids.get(name) ?? 0
    parent?.kids.set(name, number + 1)
    const isInData = parent !== undefined && (parent.path !== '' || parent.name === DATA)
    const path = isInData ? `${parent.path === '' ? '' : `${parent.path}.`}${name}[${number}]` : ''
    this.#skeleton.push(`<${name} ${attributes.replace(/\s+/g, ' ').trim()}`)
    this.#stack.push({ name, path, kids: new Map(), text: '' })
    this.#isBroken ||= this.#stack.length > MAX_DEPTH
  }

  text(text: string): void {
    const element = this.#stack.at(-1)
    const isUnknown = text.replace(ENTITY, (whole) => (whole === '&' ? '\0' : '')).includes('\0')
    if (isUnknown || (element === undefined && text.trim() !== '')) this.#isBroken = true
    if (element !== undefined) element.text += decode(text)
  }

  close(name: string): void {
    const element = this.#stack.pop()
    if (element?.name !== name) {
      this.#isBroken = true
      return
    }
    const isValue = element.kids.size === 0 && element.path !== ''
    // Text next to elements belongs to no value.
    if (!isValue && element.text.trim() !== '') this.#isBroken = true
    if (isValue) this.#values.push({ path: element.path, text: element.text })
    this.#skeleton.push('>')
  }

  finish(): XfaData | undefined {
    if (this.#isBroken || this.#stack.length > 0) return undefined
    return { values: this.#values, skeleton: this.#skeleton.join('') }
  }
}

function decode(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ''
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  })
}
