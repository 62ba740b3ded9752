import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'

/** A long text that was pasted, to be read as Markdown where it can be stopped (R34). */
export type MarkdownAnswer = { started: true } | { blocks: Block[] } | { failed: true }

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<string>) => void) | null
  postMessage(answer: MarkdownAnswer): void
}

scope.onmessage = ({ data }) => {
  scope.postMessage({ started: true })
  try {
    scope.postMessage({ blocks: blocksFromMarkdown(data) })
  } catch {
    scope.postMessage({ failed: true })
  }
}
