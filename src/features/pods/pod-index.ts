import { MAX_INDENT } from '@/blocks/kit/attributes'
import type { Block } from '@/blocks/kit/block'
import { UNTITLED } from '@/features/pages/model'
import { type TreePage, treeOf } from '@/features/pages/page-tree'
import { t } from '@/shared/i18n'

/** The part of a page that its entry in the index needs. */
export interface IndexedPage extends TreePage {
  title: string
  icon: string | null
  /** What it is about: its summary, or the beginning of its text. May be empty. */
  about: string
}

/** The blocks that the index keeps up are known by how their ids begin; all others are what people have added. */
const OURS = 'pod-index-'
const isOurs = ({ id }: Block): boolean => id.startsWith(OURS)
const OF_NO_PAGE = new Set(['intro', 'empty', 'rest'].map((name) => `${OURS}${name}`))

/** Is this a line of the index that names a page and says what it is about? */
export const isIndexEntry = (block: Block): boolean => isOurs(block) && !OF_NO_PAGE.has(block.id)

/** One line of at most this many characters, ended at a word where there is one. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const words = cut.slice(0, Math.max(0, cut.lastIndexOf(' ')))
  return `${words.length > most / 2 ? words : cut}…`
}

/**
 * The index of a pod: its pages in the order of the tree, each as a mention with what it is about. Of more than `most`
 * pages those nearest to the top level are listed, and the last line says how many are not.
 */
export function indexBlocks(
  pages: readonly IndexedPage[],
  { most, summary }: { most: number; summary: number },
): Block[] {
  const ordered: { page: IndexedPage; depth: number }[] = []
  const open = [{ nodes: treeOf(pages), next: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next++]
    if (!node) {
      open.pop()
      continue
    }
    ordered.push(node)
    if (node.children.length > 0) open.push({ nodes: node.children, next: 0 })
  }
  const listed = new Set([...ordered].sort((a, b) => a.depth - b.depth).slice(0, most))
  const left = ordered.length - listed.size
  return [
    line(
      'intro',
      t(
        'The pages of this pod. Refreshing the index brings its lines up to date and leaves alone what you add.',
      ),
    ),
    ...ordered.filter((entry) => listed.has(entry)).map((entry) => entryOf(entry, summary)),
    ...(ordered.length === 0 ? [line('empty', t('There are no other pages in this pod yet.'))] : []),
    ...(left > 0
      ? [
          line(
            'rest',
            t(
              '{left, plural, one {# more page is} other {# more pages are}} not listed here. The sidebar and the search have them all.',
              { left },
            ),
          ),
        ]
      : []),
  ]
}

const line = (name: string, text: string): Block => ({
  id: `${OURS}${name}`,
  kind: 'paragraph',
  text: [{ text }],
})

function entryOf({ page, depth }: { page: IndexedPage; depth: number }, summary: number): Block {
  const about = oneLine(page.about, summary)
  const indent = Math.min(depth, MAX_INDENT)
  return {
    id: `${OURS}${page.id}`,
    kind: 'listItem',
    ...(indent > 0 && { attributes: { indent } }),
    text: [
      {
        kind: 'mention',
        attributes: {
          key: `/${page.id}`,
          value: page.title || UNTITLED(),
          ...(page.icon !== null && { icon: page.icon }),
        },
      },
      ...(about === '' ? [] : [{ text: ` ${about}` }]),
    ],
  }
}

/**
 * The index page with its lines brought up to date. What people have added stays after the line that it followed, or
 * where the page began; when that line is gone, after the one before.
 */
export function withIndex(current: readonly Block[], index: readonly Block[]): Block[] {
  const stays = new Set(index.map(({ id }) => id))
  const added = new Map<string | null, Block[]>()
  let after: string | null = null
  for (const block of current) {
    if (isOurs(block)) {
      if (stays.has(block.id)) after = block.id
      continue
    }
    const beside = added.get(after)
    if (beside) beside.push(block)
    else added.set(after, [block])
  }
  return [...(added.get(null) ?? []), ...index.flatMap((block) => [block, ...(added.get(block.id) ?? [])])]
}
