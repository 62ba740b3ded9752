import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { TRANSLATED } from '@/shared/i18n/languages'
import { readyBlocks } from './ready-blocks'
import { chosenTemplates, gettingStarted, readyTemplateOf, readyTemplates } from './ready-templates'

const folder = new URL('./', import.meta.url)
const sourceOf = (id: string) => readFileSync(new URL(`${id}.md`, folder), 'utf8')
const blocksOf = (id: string) => readyBlocks(sourceOf(id), '2026-11-23')
const within = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...within(block.children ?? [])])
/** What a translation has in common with the English page: its blocks, and what is known of each. */
const shapeOf = (blocks: readonly Block[]) =>
  within(blocks).map(({ kind, attributes = {} }) => [kind, Object.keys(attributes).sort()])
const KEYS = /`[^`]+`|<kbd>(?:P|Z|M|⌘)<\/kbd>|\*\*\+\*\*/g
const DAYS = /\{\{[^}]+\}\}/g
const LINKS = /\]\([^)]+\)/g
/** How wide each column of a table is said to be, in pixels. */
const widthsOf = (table: Block | undefined) =>
  table?.children?.filter(({ kind }) => kind === 'tableColumn').map(({ attributes }) => attributes?.width)

describe('the ready templates', () => {
  it('each has a file, and each file is one’s', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
    const ids = [...readyTemplates, gettingStarted].map(({ id }) => `${id}.md`)
    expect(files.sort()).toEqual(ids.sort())
    for (const { parent } of readyTemplates) if (parent) expect(readyTemplateOf(parent)).not.toBeNull()
  })

  it.each([...readyTemplates, gettingStarted])(
    '$title says what to write, and loses nothing of its file',
    ({ id }) => {
      const source = sourceOf(id)
      const blocks = within(blocksOf(id))
      const named = [...source.matchAll(/"(?:open|block)":\{"kind":"(\w+)"/g)].map(([, kind]) => kind!)
      for (const kind of new Set(named))
        expect(
          blocks.filter((block) => block.kind === kind),
          kind,
        ).toHaveLength(named.filter((one) => one === kind).length)
      for (const [syntax, kind] of [
        [/^#{2,3} /gm, 'heading'],
        [/^(> \[!)/gm, 'callout'],
        [/^<details>/gm, 'toggle'],
      ] as const)
        expect(blocks.filter((block) => block.kind === kind).length, kind).toBe(
          [...source.matchAll(syntax)].length,
        )
      expect(source).not.toMatch(/lorem|ipsum|TODO/i)
    },
  )

  describe.each(TRANSLATED)('in %s', (language) => {
    it.each([...readyTemplates, gettingStarted])('$id is made as the English one', ({ id }) => {
      const own = `${language}/${id}`
      expect(shapeOf(blocksOf(own))).toEqual(shapeOf(blocksOf(id)))
      for (const fixed of [KEYS, DAYS, LINKS])
        expect(sourceOf(own).match(fixed)).toEqual(sourceOf(id).match(fixed))
    })
  })

  it('a table of properties has its names in the first column; others keep their head', () => {
    const [properties] = blocksOf('ready-meeting-notes')
    expect(properties).toMatchObject({ kind: 'table', attributes: { headerColumn: true } })
    expect(properties?.attributes).not.toHaveProperty('headerRow')
    expect(widthsOf(properties)).toEqual([160, undefined])
    const plan = blocksOf('ready-weekly-plan').find(({ kind }) => kind === 'table')
    expect(plan?.attributes).toEqual({ headerRow: true })
    expect(widthsOf(plan)).toEqual([undefined, undefined, undefined])
  })

  it('the table of customers has a row for each example, with days from today on', () => {
    const table = blocksOf('ready-crm').find(({ kind }) => kind === 'dataTable')
    expect(JSON.stringify(table)).toContain('"due":"2026-11-24"')
    expect(Object.keys(table?.attributes?.data ?? {})).toHaveLength(3)
    expect(chosenTemplates).not.toContain(gettingStarted)
  })
})
