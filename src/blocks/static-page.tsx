import './blocks.css'
import { allParts } from './html/parts'
import type { Block } from './kit/block'
import { StaticPartsContext } from './kit/static-parts'
import { StaticBlocks } from './static-blocks'

/** Blocks as they are read, complete with equations and icons, for a screen: load it with `later`. */
export default function StaticPage({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="static-page">
      <StaticPartsContext value={allParts}>
        <StaticBlocks blocks={blocks} />
      </StaticPartsContext>
    </div>
  )
}
