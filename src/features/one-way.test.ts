import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILE = /^src\/features\/([^/]+)\//
const IMPORT = /['"]@\/features\/([^/'"]+)\//g

/** By feature, those that it uses. */
function usedByFeature(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>()
  for (const path of globSync('src/features/**/*.{ts,tsx}')) {
    const feature = FILE.exec(path)?.[1]
    if (!feature || /\.test\.tsx?$/.test(path)) continue
    const others = used.get(feature) ?? new Set()
    used.set(feature, others)
    for (const [, other] of readFileSync(path, 'utf8').matchAll(IMPORT))
      if (other !== feature) others.add(other!)
  }
  return used
}

test('no feature uses another that uses it, not even through others', () => {
  const used = usedByFeature()
  expect(used.size).toBeGreaterThan(20)
  const reach = (feature: string, way: readonly string[]): string[][] =>
    [...(used.get(feature) ?? [])].flatMap((other) => {
      if (other === way[0]) return [[...way, other]]
      return way.includes(other) ? [] : reach(other, [...way, other])
    })
  const rings = [...used.keys()].flatMap((feature) => reach(feature, [feature]))
  expect(rings.map((ring) => ring.join(' → '))).toEqual([])
})
