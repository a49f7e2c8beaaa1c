/**
 * Maps codes of symbol fonts, such as Wingdings, to Unicode characters.
 *
 * @module
 */

/** Fonts whose characters are symbols at private codes. */
export type SymbolSet = 'symbol' | 'mtExtra' | 'wingdings' | 'wingdings2' | 'wingdings3' | 'webdings'

/**
 * Creates a function from a code of the font, U+F020 to U+F0FF or the same without U+F000, to the equivalent Unicode character.
 * The function returns a bullet for codes from U+F000 without a known equivalent, and 0 otherwise.
 */
export function symbolCharacter(set: SymbolSet): (codePoint: number) => number {
  const characters = charactersOf(set)
  return (codePoint) => {
    const code = codeOf(codePoint)
    return code <= 0x20 ? 0 : (characters.get(code) ?? (codePoint >= 0xf000 ? BULLET : 0))
  }
}

/** Character maps, created once, since every document with bullets uses them. */
const knownCharacters = new Map<SymbolSet, ReadonlyMap<number, number>>()

function charactersOf(set: SymbolSet): ReadonlyMap<number, number> {
  const known = knownCharacters.get(set)
  if (known !== undefined) return known
  const characters = new Map<number, number>()
  for (const [first, text] of SYMBOL_RUNS[set]) {
    let code = first
    for (const character of text) {
      if (character !== ' ') characters.set(code, character.codePointAt(0) ?? 0)
      code++
    }
  }
  knownCharacters.set(set, characters)
  return characters
}

/** Advances by code in ems, if known. */
export function symbolWidth(set: SymbolSet): (codePoint: number) => number | undefined {
  const widths = new Map<number, number>()
  for (const [first, text] of WIDTH_RUNS[set] ?? []) {
    text.split(' ').forEach((width, index) => {
      if (width !== '0') widths.set(first + index, Number(width) / 1000)
    })
  }
  return (codePoint) => widths.get(codeOf(codePoint))
}

const BULLET = 0x2022

/** Code of a symbol font for a code point; 0 if it is none. */
function codeOf(codePoint: number): number {
  if (codePoint >= 0xf000 && codePoint <= 0xf0ff) return codePoint - 0xf000
  return codePoint <= 0xff ? codePoint : 0
}

type Runs = readonly (readonly [first: number, text: string])[]

/** Consecutive characters from a first code. A space marks a code without an equivalent. */
const SYMBOL_RUNS: Readonly<Record<SymbolSet, Runs>> = {
  // The encoding of the PostScript font Symbol (ISO 32000-2, D.5).
  symbol: [
    [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼'],
    [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ '],
  ],
  // The codes with which MathType sets equations in metafiles.
  mtExtra: [
    [0x26, '˙'],
    [0x40, '≜'],
    [0x49, '⋂'],
    [0x4b, '…⋯⋮'],
    [0x4f, '⋱'],
    [0x55, '⋃'],
    [0x67, '∙ℏ'],
    [0x6c, 'ℓ∓'],
    [0x72, '→'],
  ],
  wingdings: [
    [
      0x20,
      ' ✏✂✁👓🕭🕮🕯☎✆✉✉📪📫📬📭📁📂📄🗏🗐🗄⌛⌨🖰🖲🖳🖴🖫🖬✇✍✍✌👌👍👎☜☞☝☟🖐☺😐☹💣☠⚐⚑✈☼💧❄✝✞✝✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□❐❑❒◆◆◆❖◆⌧⍓⌘❀✿❝❞▯',
    ],
    [
      0x80,
      '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿❧☙❧☙❧☙❧☙·•▪○◯◉◉◎❍▪◻✦✦★✶✴✹✵⌖⌖⟡⌑◈✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛↲↳↰↱↴↵↖↗↙↘↚↛↢↣↤↥↦↧⌫⌦◀➢▲▼⬅➔⬆⬇←→↑↓↖↗↙↘⬅➔⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⇖⇗⇙⇘▫▫✗✓☒☑⊞',
    ],
  ],
  wingdings2: [
    [0x21, '✎✏✐✑✂✁☎☏✉✉'],
    [0x4f, '✗✓☒☑☒☒⊗⊗'],
    [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x95, '·•●●○○◉◎'],
    [0x9f, '▪■□▫□◻◻◼'],
    [0xae, '◆◆◇◇◈'],
    [0xc5, '✶✦✧★☆✶✷✸'],
  ],
  wingdings3: [
    [0x21, '←→↑↓↖↗↙↘↔↕⇄⇅'],
    [0x66, '⇦⇨⇧⇩⬄⇳'],
    [0x70, '▲▼△▽◀▶◁▷◣◢◤◥◂▸▴▾'],
  ],
  webdings: [
    [0x33, '◀▶▲▼◀▶'],
    [0x61, '✔'],
    [0x63, '□'],
    [0x67, '■'],
    [0x6e, '●'],
    [0x72, '✖'],
    [0x79, '⊘'],
  ],
}

/** Sources of the widths: Adobe Font Metrics for Symbol, PDFs with the font for Wingdings. */
const WIDTH_RUNS: Partial<Record<SymbolSet, Runs>> = {
  symbol: [
    [
      0x20,
      '250 333 713 500 549 833 778 439 333 333 500 549 250 549 250 278 500 500 500 500 500 500 500 500 500 500 278 278 549 549 549 444 549 722 667 722 612 611 763 603 722 333 631 722 686 889 722 722 768 741 556 592 611 690 439 768 645 795 611 333 863 333 658 500 500 631 549 549 494 439 521 411 603 329 603 549 549 576 521 549 549 521 549 603 439 576 713 686 493 686 494 480 200 480 549',
    ],
    [
      0xa0,
      '750 620 247 549 167 713 500 753 753 753 753 1042 987 603 987 603 400 549 411 549 549 713 494 460 549 549 549 549 1000 603 1000 658 823 686 795 987 768 768 823 768 768 713 713 713 713 713 713 713 768 713 790 790 890 823 549 250 713 603 603 1042 987 603 987 603 494 329 790 790 786 713 384 384 384 384 384 384 494 494 494 494 0 329 274 686 686 686 384 384 384 384 384 384 494 494 494 0',
    ],
  ],
  wingdings: [
    [0x4a, '843'],
    [0x6c, '746'],
    [0xa7, '458'],
  ],
}
