import { expect, test } from 'vitest'
import { atomKinds, type Block, blockKinds, markKinds, normalizeBlocks } from '@/blocks'
import { samples } from './samples'

/** Every name of a kind, atom or mark among these blocks and what they hold. */
function namesIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => [
    block.kind,
    ...(block.text ?? []).flatMap((piece) => [
      ...('kind' in piece ? [piece.kind] : []),
      ...(piece.marks ?? []).map((mark) => mark.kind),
    ]),
    ...namesIn(block.children ?? []),
  ])
}

test('3.20 the gallery shows every kind of block, inline atom and mark, as they are written', () => {
  const shown = new Set(Object.values(samples).flatMap((blocks) => namesIn(normalizeBlocks([...blocks]))))
  // What this version does not know has a name of its own.
  const known = [...blockKinds, ...atomKinds, ...markKinds].filter(({ kind }) => kind !== 'unsupported')
  for (const { kind } of known) expect([...shown]).toContain(kind)
  expect([...shown]).toContain('somethingNewer')
  for (const [name, blocks] of Object.entries(samples))
    if (name !== 'table') expect(namesIn(normalizeBlocks([...blocks])), name).toEqual(namesIn(blocks))
})
