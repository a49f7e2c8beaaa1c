/**
 * Form fields of every kind, in every frame and with every mark: what honest programs write, fill in and empty.
 *
 * @module
 */

/** Styles of borders (ISO 32000-2, Table 168). */
export const BORDERS = ['solid', 'dashed', 'beveled', 'inset', 'underline'] as const
export type Border = (typeof BORDERS)[number] | 'none'

/** Marks of check boxes and radio buttons, with their codes in ZapfDingbats (Table 192, /CA). */
export const MARKS = { check: '4', cross: '8', circle: 'l', diamond: 'u', square: 'n', star: 'H' } as const
export type Mark = keyof typeof MARKS

export type FieldKind = 'text' | 'check' | 'radio' | 'combo' | 'list' | 'push'
/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number]
/** What text fields and choices may be besides. */
export type Trait = 'lines' | 'comb' | 'password' | 'multi' | 'editable' | 'pairs' | 'turned'

/** One field of the form. */
export interface FieldSpec {
  readonly name: string
  readonly kind: FieldKind
  readonly border: Border
  /** Width of the border in points. */
  readonly width: number
  readonly frame: Colour | undefined
  readonly ground: Colour | undefined
  /** /Q: left, in the middle, right. */
  readonly align: 0 | 1 | 2
  readonly traits: readonly Trait[]
  readonly maxLength: number | undefined
  readonly mark: Mark
  /** Size of the text in points; 0 leaves it to the reader. */
  readonly size: number
  readonly before: string
  readonly after: string
  /** Left, bottom, right, top, in points; radio buttons stand side by side in it. */
  readonly place: readonly [number, number, number, number]
}

/** Options of choices, with what they export when a field has the trait "pairs". */
export const OPTIONS = [
  ['at', 'Austria'],
  ['be', 'Belgium'],
  ['cy', 'Cyprus'],
  ['dk', 'Denmark'],
] as const
/** Names of the states of radio buttons. */
export const RADIOS = ['Basic', 'Full'] as const

type Draft = Partial<Omit<FieldSpec, 'name' | 'place'>> & Pick<FieldSpec, 'kind'>

const BLACK: Colour = [0, 0, 0]
const BLUE: Colour = [0.2, 0.2, 0.8]
const YELLOW: Colour = [1, 1, 0.8]
const DEFAULTS: Readonly<Record<FieldKind, Pick<FieldSpec, 'before' | 'after'>>> = {
  text: { before: 'Ada Byron', after: 'Bob Miller' },
  check: { before: '', after: 'on' },
  radio: { before: 'Basic', after: 'Full' },
  combo: { before: 'Austria', after: 'Denmark' },
  list: { before: 'Belgium', after: 'Cyprus' },
  push: { before: '', after: '' },
}

/** Fields of one kind, in every frame. */
const inFrames = (kind: FieldKind, title: string, more: Omit<Draft, 'kind'> = {}) =>
  BORDERS.map((border): [string, Draft] => [`${title} ${border}`, { kind, border, ...more }])

const COMB: Omit<Draft, 'kind'> = { traits: ['comb'], maxLength: 8, before: 'AT12', after: 'BE3456' }

const DRAFTS: readonly (readonly [string, Draft])[] = [
  ['text none', { kind: 'text', border: 'none' }],
  ...inFrames('text', 'text'),
  ...inFrames('text', 'text coloured', { frame: BLUE, ground: YELLOW, width: 2 }),
  ['text thick', { kind: 'text', width: 3 }],
  ['text ground', { kind: 'text', border: 'none', ground: YELLOW }],
  ['text right', { kind: 'text', align: 2, before: '100.00', after: '250.00' }],
  ['text middle', { kind: 'text', align: 1 }],
  ['text empty', { kind: 'text', before: '' }],
  ['text fitted', { kind: 'text', size: 0 }],
  ['text limited', { kind: 'text', maxLength: 12 }],
  ['text accents', { kind: 'text', after: 'Zo\u00eb M\u00fcller \u2013 \u20ac 5' }],
  ['text turned', { kind: 'text', traits: ['turned'], before: 'Ada', after: 'Bob' }],
  ['lines solid', { kind: 'text', traits: ['lines'], after: 'Bob Miller\nVienna' }],
  ['lines inset', { kind: 'text', border: 'inset', traits: ['lines'], after: 'To be paid within thirty days of sale' }],
  ...inFrames('text', 'comb', COMB),
  ['comb none', { kind: 'text', border: 'none', ...COMB }],
  ['comb coloured', { kind: 'text', frame: BLUE, ground: YELLOW, width: 2, ...COMB }],
  ['comb middle', { kind: 'text', align: 1, ...COMB }],
  ['comb full', { kind: 'text', ...COMB, after: 'BE345678' }],
  ['password', { kind: 'text', traits: ['password'], before: '', after: 'secret' }],
  ...(Object.keys(MARKS) as Mark[]).map((mark): [string, Draft] => [`check ${mark}`, { kind: 'check', mark }]),
  ...inFrames('check', 'check').slice(1),
  ['check none', { kind: 'check', border: 'none' }],
  ['check coloured', { kind: 'check', frame: BLUE, ground: YELLOW, width: 2 }],
  ['check ticked', { kind: 'check', before: 'on', after: '' }],
  ...(Object.keys(MARKS) as Mark[]).map((mark): [string, Draft] => [`radio ${mark}`, { kind: 'radio', mark }]),
  ...inFrames('radio', 'radio', { mark: 'circle' }).slice(1),
  ['radio coloured', { kind: 'radio', mark: 'circle', frame: BLUE, ground: YELLOW }],
  ...inFrames('combo', 'combo'),
  ['combo coloured', { kind: 'combo', frame: BLUE, ground: YELLOW }],
  ['combo editable', { kind: 'combo', traits: ['editable'] }],
  ['combo own text', { kind: 'combo', traits: ['editable'], after: 'Estonia' }],
  ['combo pairs', { kind: 'combo', traits: ['pairs'] }],
  ['combo right', { kind: 'combo', align: 2 }],
  ...inFrames('list', 'list'),
  ['list coloured', { kind: 'list', frame: BLUE, ground: YELLOW }],
  ['list multi', { kind: 'list', traits: ['multi'], after: 'Austria\nCyprus' }],
  ['list scrolled', { kind: 'list', size: 10, before: 'Austria', after: 'Belgium' }],
  ['list scrolled far', { kind: 'list', size: 10, before: 'Austria', after: 'Denmark' }],
  ['list pairs', { kind: 'list', traits: ['pairs'] }],
  ['push solid', { kind: 'push' }],
  ['push beveled', { kind: 'push', border: 'beveled', ground: [0.75, 0.75, 0.75] }],
]

/** Fields in one column of the page. */
const ROWS = 20

/** All fields of the form, in their places on a page of 600 by 800 points. */
export const FIELD_SPECS: readonly FieldSpec[] = DRAFTS.map(([name, draft], i) => ({
  name: name.replaceAll(' ', '-'),
  border: 'solid',
  width: 1,
  frame: draft.border === 'none' ? undefined : BLACK,
  ground: undefined,
  align: 0,
  traits: [],
  maxLength: undefined,
  mark: 'check',
  // Four options of a list fit into its place.
  size: draft.kind === 'list' ? 5 : 10,
  ...DEFAULTS[draft.kind],
  ...draft,
  place: placeOf(i, draft),
}))

function placeOf(index: number, { kind, traits = [] }: Draft): FieldSpec['place'] {
  const [column, row] = [Math.floor(index / ROWS), index % ROWS]
  const [x, y] = [20 + 140 * column, 725 - 36 * row]
  if (kind === 'check') return [x, y, x + 18, y + 18]
  if (kind === 'radio') return [x, y, x + 18, y + 18]
  if (kind === 'list') return [x, y - 10, x + 120, y + 22]
  if (traits.includes('turned')) return [x, y - 10, x + 22, y + 22]
  return traits.includes('lines') ? [x, y - 8, x + 120, y + 22] : [x, y, x + 120, y + 20]
}

/** Where the widgets of radio buttons stand. */
export function radioPlaces({ place: [left, bottom, right, top] }: FieldSpec): readonly FieldSpec['place'][] {
  return RADIOS.map((_, i) => [left + 24 * i, bottom, right + 24 * i, top])
}
