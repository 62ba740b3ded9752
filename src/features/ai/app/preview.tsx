import { useEffect, useRef, useState } from 'react'
import type { Block } from '@/blocks'
import type { Inline } from '@/blocks/kit/block'
import { StaticBlocks } from '@/blocks/static-blocks'
import { t } from '@/shared/i18n'
import { useFollowEnd } from '@/ui/follow-end'
import { blocksOfAnswer } from '../safe-blocks'
import { closedMarkdown } from './half-markdown'

/** Milliseconds between two readings of a growing answer; a long one is read as seldom as keeps typing quick. */
const QUIET = 80
const NONE: readonly Inline[] = []

/** The words of an answer as blocks, read again as they grow. */
export function useAnswerBlocks(words: string, atoms: readonly Inline[] = NONE): Block[] {
  const [blocks, setBlocks] = useState<Block[]>(() => blocksOfAnswer(words, atoms))
  const latest = useRef(words)
  latest.current = words
  const read = useRef(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cost = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are to be read
  useEffect(() => {
    if (words === read.current) return
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        const begun = performance.now()
        read.current = latest.current
        setBlocks((before) => withIdsOf(before, blocksOfAnswer(latest.current, atoms)))
        cost.current = performance.now() - begun
      },
      Math.max(QUIET, cost.current * 10),
    )
  }, [words])
  useEffect(() => () => clearTimeout(timer.current), [])
  return blocks
}

/** Blocks with the ids of those that stood in their places, so that the whole answer is not drawn anew when words have come. */
const withIdsOf = (before: readonly Block[], blocks: readonly Block[]): Block[] =>
  blocks.map((block, at) => {
    const known = before[at]
    return known?.kind === block.kind ? { ...block, id: known.id } : block
  })

interface PreviewProps {
  words: string
  isWhole: boolean
  /** What the placeholders of the answer stand for. */
  atoms: readonly Inline[]
}

/** What would come into the page. Nothing in it loads anything. */
export function Preview({ words, isWhole, atoms }: PreviewProps) {
  const blocks = useAnswerBlocks(isWhole ? words : closedMarkdown(words), atoms)
  const { box, onScroll } = useFollowEnd<HTMLElement>(null, blocks)
  return (
    <section
      ref={box}
      className="ai-preview page-body"
      aria-label={t('Preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      onScroll={onScroll}
    >
      <StaticBlocks blocks={blocks} />
    </section>
  )
}
