import type { LivingKind } from '@/blocks/kit/living-kind'
import { livingBlocks } from '@/blocks/living'
import { CodeBlockView } from './core/code-block-view'
import { runToggle } from './core/toggles'

/**
 * Every kind with a view of its own, blocks and inline atoms alike; the rest is plain HTML. What stands here rather than in
 * `blocks/living.ts` uses the editor itself. Features add theirs with `Contribution.kinds`. The panels of these kinds are
 * listed in `menus/block-panels.tsx`: a page that opens does not need them.
 */
export const livingKinds: readonly LivingKind[] = [
  ...livingBlocks,
  { kinds: ['toggle'], view: { run: runToggle } },
  { kinds: ['codeBlock'], view: { make: (node, view, getPos) => new CodeBlockView(node, view, getPos) } },
  { kinds: ['tableOfContents'], view: { load: () => import('./views/table-of-contents-view') } },
  {
    kinds: ['image', 'video', 'audio', 'file', 'mediaEmbed'],
    view: { load: () => import('./media/media-view') },
  },
]
