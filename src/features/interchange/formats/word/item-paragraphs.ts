/** Twips by which a paragraph may stand beside the words of an item and still be one of the item's. */
const NEAR = 60
/** The deepest level of a list of Word, from 0. */
const DEEPEST = 8

/** Tells which paragraphs go on with an item: those right behind it that stand where its words do. */
export class OpenItems {
  /** How far in the words of the last items are, by their levels. */
  private readonly lefts: (number | null)[] = []
  private at = 0
  private last = -1

  /** A paragraph begins. */
  begin(): void {
    this.at += 1
  }

  /** It is an item of this level. Nothing stands below what is no level of Word. */
  item(level: number, left: number | null): void {
    if (this.last !== this.at - 1) this.lefts.length = 0
    this.last = this.at
    if (!Number.isInteger(level) || level < 0 || level > DEEPEST) return
    this.lefts.length = Math.min(this.lefts.length, level)
    this.lefts[level] = left
  }

  /** It is no item: the indent that it has below one; `null` where it stands for itself. */
  below(left: number | null): number | null {
    if (this.last !== this.at - 1 || left === null) return null
    const level = this.lefts.findLastIndex((one) => typeof one === 'number' && Math.abs(one - left) <= NEAR)
    if (level < 0) return null
    this.last = this.at
    return level + 1
  }
}
