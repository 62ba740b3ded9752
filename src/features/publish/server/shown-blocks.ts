import { createHash } from 'node:crypto'
import type { Block } from '@/blocks'
import { language } from '@/shared/i18n'
import { askPublic } from './ask-public'
import { OnceForMany } from './once-for-many'
import type { PublicContent } from './public-work'

/** Pages that are kept, and how long their JSON is together at most. */
const MOST_KEPT = 50
const MOST_CHARACTERS = 16 * 1024 * 1024

interface Kept {
  blocks: Block[]
  length: number
}

const kept = new Map<string, Kept>()
let characters = 0
/** Pages that are being looked through. */
const looking = new OnceForMany<Block[]>()

/**
 * The blocks as everybody may see them. Many read the same state of a page: it is looked through once. The blocks are shared, so
 * nobody may change them. `asker`: for whom a long page is looked through. Throws what `askPublic` throws.
 */
export async function shownOnce(id: string, content: PublicContent, asker: string): Promise<Block[]> {
  const { rich, links } = content
  const state = createHash('sha256')
    .update(rich)
    .update(`\n${JSON.stringify(links)}`)
    .digest('base64')
  // What stands in place of what is hidden is said in the language of who reads it.
  const key = `${language()} ${id} ${state}`
  for (;;) {
    const known = kept.get(key)
    if (known) return known.blocks
    const others = looking.join(key, asker)
    if (!others) break
    // Those who asked for it are told why it failed; here it is tried anew.
    const blocks = await others.catch(() => null)
    if (blocks) return blocks
  }
  return looking.begin(key, asker, async (askers) => {
    const blocks = await askPublic('shown', content, rich.length, askers)
    keep(key, { blocks, length: rich.length })
    return blocks
  })
}

function keep(key: string, page: Kept): void {
  kept.set(key, page)
  characters += page.length
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT && characters <= MOST_CHARACTERS) break
    forget(oldest)
  }
}

function forget(key: string): void {
  characters -= kept.get(key)?.length ?? 0
  kept.delete(key)
}
