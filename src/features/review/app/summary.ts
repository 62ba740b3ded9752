import { blockKind, markKind } from '@/blocks'
import type { Change, Described, Setting } from '@/document'
import { t } from '@/shared/i18n'

/** What a suggestion would do, in one line: "Replace “quick” with “fast”". */
export function summaryOf({ changes, more }: Pick<Described, 'changes' | 'more'>): string {
  const [first] = changes
  if (!first) return t('Nothing is left to decide')
  const others = changes.length - 1 + more
  const words = wordsOf(first)
  return others === 0
    ? words
    : t('{words}, and {count, plural, one {# more change} other {# more changes}}', { words, count: others })
}

/** One change in words. */
export function wordsOf(change: Change): string {
  switch (change.change) {
    case 'title':
      if (change.text === '') return t('Add “{words}” to the title', { words: change.newText })
      if (change.newText === '') return t('Delete “{words}” from the title', { words: change.text })
      return t('In the title, replace “{text}” with “{newText}”', {
        text: change.text,
        newText: change.newText,
      })
    case 'insertText':
      return t('Add “{words}”', { words: change.newText })
    case 'deleteText':
      return t('Delete “{words}”', { words: change.text })
    case 'replaceText':
      return t('Replace “{text}” with “{newText}”', { text: change.text, newText: change.newText })
    case 'formatText':
      return formatted(change.text, change.set)
    case 'insertBlock':
      return ofBlocks(change, {
        one: (kind) => t('Add a block: {kind}', { kind }),
        quoted: (kind, words) => t('Add a block: {kind} “{words}”', { kind, words }),
        many: (count) => t('{count, plural, one {Add # block} other {Add # blocks}}', { count }),
      })
    case 'deleteBlock':
      return ofBlocks(change, {
        one: (kind) => t('Delete a block: {kind}', { kind }),
        quoted: (kind, words) => t('Delete a block: {kind} “{words}”', { kind, words }),
        many: (count) => t('{count, plural, one {Delete # block} other {Delete # blocks}}', { count }),
      })
    case 'restoreBlock':
      return ofBlocks(change, {
        one: (kind) => t('Bring back a block: {kind}', { kind }),
        quoted: (kind, words) => t('Bring back a block: {kind} “{words}”', { kind, words }),
        many: (count) =>
          t('{count, plural, one {Bring back # block} other {Bring back # blocks}}', { count }),
      })
    case 'moveBlock':
      return ofBlocks(change, {
        one: (kind) => t('Move a block: {kind}', { kind }),
        quoted: (kind, words) => t('Move a block: {kind} “{words}”', { kind, words }),
        many: (count) => t('{count, plural, one {Move # block} other {Move # blocks}}', { count }),
      })
    case 'splitBlock':
      return change.text === ''
        ? t('Begin a new block')
        : t('Begin a new block with “{words}”', { words: change.text })
    case 'joinBlock':
      return change.text === ''
        ? t('Join with the block before')
        : t('Join “{words}” with the block before', { words: change.text })
    case 'setKind':
      return change.text === ''
        ? t('Make it {kind}', { kind: kindName(change.kind, change.set) })
        : t('Make “{words}” {kind}', { words: change.text, kind: kindName(change.kind, change.set) })
    case 'setAttributes':
      return change.text === ''
        ? t('Change how a block looks: {kind}', { kind: kindName(change.kind, change.set) })
        : t('Change how “{words}” looks', { words: change.text })
    case 'insertLine':
      return lines(change, {
        row: t('{count, plural, one {Add a row} other {Add # rows}}', { count: change.count }),
        column: t('{count, plural, one {Add a column} other {Add # columns}}', { count: change.count }),
      })
    case 'deleteLine':
      return lines(change, {
        row:
          change.number !== null && change.count === 1
            ? t('Delete row {number}', { number: change.number })
            : t('{count, plural, one {Delete a row} other {Delete # rows}}', { count: change.count }),
        column:
          change.number !== null && change.count === 1
            ? t('Delete column {number}', { number: change.number })
            : t('{count, plural, one {Delete a column} other {Delete # columns}}', { count: change.count }),
      })
    case 'moveLine':
      return lines(change, {
        row: t('{count, plural, one {Move a row} other {Move # rows}}', { count: change.count }),
        column: t('{count, plural, one {Move a column} other {Move # columns}}', { count: change.count }),
      })
    case 'mergeCells':
      return t('Merge cells of a table')
    case 'splitCell':
      return t('Split a cell of a table')
    case 'setCell':
      return change.row !== null && change.column !== null
        ? t('Change the cell in row {row}, column {column}', { row: change.row, column: change.column })
        : t('Change a cell of a table')
  }
}

function ofBlocks(
  { kind, text, count }: { kind: string; text: string; count: number },
  say: {
    one(kind: string): string
    quoted(kind: string, words: string): string
    many(count: number): string
  },
): string {
  if (count > 1) return say.many(count)
  const name = kindName(kind)
  return text === '' ? say.one(name) : say.quoted(name, text)
}

const lines = ({ line }: { line: 'row' | 'column' }, say: Record<'row' | 'column', string>): string =>
  say[line]

function formatted(words: string, set: Readonly<Record<string, unknown>>): string {
  const names = Object.entries(set).map(([name, value]) => ({
    label: markKind(name)?.label ?? name,
    isTaken: value === null,
  }))
  const format = names.map(({ label }) => label.toLocaleLowerCase()).join(', ')
  return names.every(({ isTaken }) => isTaken)
    ? t('Take the format from “{words}”: {format}', { words, format })
    : t('Format “{words}”: {format}', { words, format })
}

/** What a kind of block is called in menus, such as "Heading 2". */
function kindName(kind: string, set: readonly Setting[] = []): string {
  const entries = blockKind(kind)?.insert ?? []
  const values = new Map(set.map(({ name, to }) => [name, to]))
  const fitting = entries.find(({ attributes = {} }) =>
    Object.entries(attributes).every(([name, value]) => values.get(name) === value),
  )
  return (fitting ?? entries[0])?.label ?? kind
}
