/** Families whose advance widths are known and that no font we carry shares. */
export type WidthFamily = 'aptos'

/** Advances in ems by character; undefined where the family is not known in that style. */
export function familyWidths(
  _family: WidthFamily,
  _bold: boolean,
  _italic: boolean,
): ReadonlyMap<number, number> | undefined {
  return undefined
}
