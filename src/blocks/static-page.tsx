import { useEffect, useRef } from 'react'
import './blocks.css'
import { colourCode } from './code-block/colour-code.element'
import { allParts } from './html/parts'
import type { Block } from './kit/block'
import { StaticPartsContext } from './kit/static-parts'
import { StaticBlocks } from './static-blocks'

/** Blocks as they are read, complete with equations, icons and the colours of code, for a screen: load it with `lazy`. */
export default function StaticPage({ blocks }: { blocks: readonly Block[] }) {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (blocks.length === 0) return
    const codes = [...page.current!.querySelectorAll<HTMLElement>('[data-kind="codeBlock"] code')]
    const coloured = codes.map((code) =>
      colourCode(code, () => ({
        text: code.textContent ?? '',
        lang: /\blanguage-(\S+)/.exec(code.className)?.[1] ?? '',
      })),
    )
    return () => {
      for (const { stop } of coloured) stop()
    }
  }, [blocks])
  return (
    <div ref={page} className="static-page">
      <StaticPartsContext value={allParts}>
        <StaticBlocks blocks={blocks} />
      </StaticPartsContext>
    </div>
  )
}
