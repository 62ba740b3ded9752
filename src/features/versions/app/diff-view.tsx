import { ArrowUpDown, Minus, Pencil, Plus, RotateCcw } from 'lucide-react'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { allParts } from '@/blocks/html/parts'
import type { Block, Inline } from '@/blocks/kit/block'
import type { HtmlTag } from '@/blocks/kit/define-block'
import { type StaticChanges, StaticPartsContext } from '@/blocks/kit/static-parts'
import { StaticBlocks } from '@/blocks/static-blocks'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { type BlockState, type ChangeRow, DIFF_MARKS, type DiffRow, type PageDiff } from '../diff/model'
import '@/blocks/blocks.css'
import './diff.css'

const LABELS: Readonly<Record<BlockState, string>> = {
  get added() {
    return t('Added')
  },
  get removed() {
    return t('Removed')
  },
  get moved() {
    return t('Moved')
  },
  get changed() {
    return t('Changed')
  },
}
const ICONS = { added: Plus, removed: Minus, moved: ArrowUpDown, changed: Pencil } as const

const MARKS: Readonly<Record<string, HtmlTag>> = {
  [DIFF_MARKS.inserted]: { tag: 'ins', attributes: { class: 'diff-inserted' } },
  [DIFF_MARKS.deleted]: { tag: 'del', attributes: { class: 'diff-deleted' } },
  [DIFF_MARKS.formatted]: {
    tag: 'span',
    attributes: {
      class: 'diff-formatted',
      get title() {
        return t('The format changed')
      },
    },
  },
}

/** As many rows are drawn at first, and with each press on "Show more". */
const ROWS = 200

export interface DiffViewProps {
  diff: PageDiff
  /** Puts the block back as it was; left out: it cannot be done here. */
  onRestoreBlock?(row: ChangeRow): void
  /** Can this one be put back? */
  canRestore?(row: ChangeRow): boolean
  /** Shows what is the same, too. */
  onUnfold?(): void
}

/** What differs between two states of a page, drawn as the page is, with the words of both (product.md 2.25). */
export function DiffView({ diff, onUnfold, ...restoring }: DiffViewProps) {
  const [shown, setShown] = useState(ROWS)
  const rows = diff.rows.slice(0, shown)
  const rest = diff.rows.length - rows.length
  return (
    <div className="page-body diff-view">
      {diff.title && (
        <Parts states={NO_STATES}>
          <h1 className="diff-title">
            <InlineText text={diff.title} />
          </h1>
        </Parts>
      )}
      <ol aria-label={t('Changes')} className="diff-rows">
        {rows.map((row, index) => (
          <Row key={nameOf(row, index)} row={row} onUnfold={onUnfold} {...restoring} />
        ))}
      </ol>
      {rest > 0 && (
        <Button size="sm" className="mt-3" onClick={() => setShown(shown + ROWS)}>
          {t('Show more ({rest})', { rest: inFigures(rest) })}
        </Button>
      )}
    </div>
  )
}

/** A row's name among the rows, which never change their order. */
const nameOf = (row: DiffRow, index: number): string => `${index} ${row.type}`

const NO_STATES: Readonly<Record<string, BlockState>> = {}

/** Everything that stands in a block, and how changes look. */
function Parts({ states, children }: { states: Readonly<Record<string, BlockState>>; children: ReactNode }) {
  const parts = useMemo(() => {
    const changes: StaticChanges = {
      mark: (kind) => MARKS[kind] ?? null,
      frame: ({ id, text = [] }) => {
        const state = Object.hasOwn(states, id) ? states[id] : undefined
        // Words are marked themselves.
        const isSaid = state === 'changed' || (state !== 'moved' && text.length > 0)
        if (state === undefined || isSaid) return null
        return { label: LABELS[state], className: `diff-frame is-${state}` }
      },
    }
    return { ...allParts, changes }
  }, [states])
  return <StaticPartsContext value={parts}>{children}</StaticPartsContext>
}

/** A line of text as it is drawn in a block. */
const InlineText = ({ text }: { text: Inline[] }) => {
  const block: Block = { id: 'title', kind: 'paragraph', text }
  return <StaticBlocks blocks={[block]} />
}

function Row({ row, onUnfold, ...restoring }: { row: DiffRow } & Omit<DiffViewProps, 'diff'>) {
  if (row.type === 'folded') return <Folded count={row.count} onUnfold={onUnfold} />
  if (row.type === 'same')
    return (
      <li className="diff-row is-same">
        <Parts states={NO_STATES}>
          <StaticBlocks blocks={row.blocks} />
        </Parts>
      </li>
    )
  return <Change row={row} {...restoring} />
}

function Folded({ count, onUnfold }: { count: number; onUnfold?: (() => void) | undefined }) {
  const words = t('{count, plural, one {# block is the same} other {# blocks are the same}}', { count })
  return (
    <li className="diff-folded">
      {onUnfold ? (
        <button type="button" onClick={onUnfold} className="touch-target">
          {words}
          <span className="underline">{t('Show')}</span>
        </button>
      ) : (
        <span>{words}</span>
      )}
    </li>
  )
}

function Change({ row, onRestoreBlock, canRestore }: { row: ChangeRow } & Omit<DiffViewProps, 'diff'>) {
  const Icon = ICONS[row.type]
  const label = row.alsoChanged ? t('Moved and changed') : LABELS[row.type]
  return (
    <li className={`diff-row is-${row.type}`}>
      <p className="diff-label">
        <Icon aria-hidden size={14} />
        <span>{label}</span>
        {row.notes.map((note) => (
          <Fragment key={note}>
            {' '}
            <span className="diff-note">{note}</span>
          </Fragment>
        ))}
        {onRestoreBlock && canRestore?.(row) && (
          <Button size="sm" variant="ghost" className="diff-restore" onClick={() => onRestoreBlock(row)}>
            <RotateCcw aria-hidden />
            {t('Restore block')}
          </Button>
        )}
      </p>
      <div style={row.indent > 0 ? { marginInlineStart: `${row.indent * 1.5}rem` } : undefined}>
        <Parts states={row.states}>
          {row.blocks.map((block) => (
            <StaticBlocks key={block.id} blocks={[block]} />
          ))}
        </Parts>
      </div>
    </li>
  )
}
