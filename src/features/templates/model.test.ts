import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { childrenOf, pathTo, type Template, templateOf, templates } from './model'
import { isTemplateSlug } from './slugs'

const content = new URL('./content/', import.meta.url)
const slugs = (list: Template[]) => list.map((template) => template.slug)

/** Product.md 2.9 and 2.11: every slug, under its parent. */
const TREE: Record<string, string[]> = {
  '': ['ai', 'blocks', 'collaboration', 'context', 'editor', 'imports', 'media'],
  ai: ['ai-menu', 'copilot', 'realtime-chat', 'chats'],
  // Their parent in the specification does not exist (rulings 2).
  chats: ['generate-suggestions', 'extract-data', 'get-answer', 'search-docs'],
  blocks: [
    ...['basic-marks', 'basic-blocks', 'columns', 'code-block', 'callout', 'table'],
    ...['form', 'date', 'equations', 'lists', 'icons', 'emojis'],
  ],
  collaboration: ['mention', 'discussion'],
  context: [
    ...['embeddings', 'index', 'search', 'find-replace', 'version-history', 'stashing', 'table-of-contents'],
  ],
  media: ['link', 'upload', 'library', 'exports'],
  exports: ['markdown'],
  markdown: ['preview-markdown'],
  editor: [
    ...['align', 'autoformat', 'single-block', 'exit-break', 'trailing-block', 'indent', 'drag-and-drop'],
    ...['cursor-overlay', 'floating-toolbar', 'slash-command', 'block-menu', 'select-editor'],
  ],
}
const parents = new Map(Object.entries(TREE).flatMap(([parent, list]) => list.map((slug) => [slug, parent])))

test('2.9 template documents use their ids as slugs', () => {
  const known = slugs([...templates])
  expect(new Set(known).size).toBe(known.length)
  for (const slug of known) expect([...parents.keys()]).toContain(slug)
  expect(isTemplateSlug('lists')).toBe(true)
  expect(isTemplateSlug('nothing-like-it')).toBe(false)
})

test('2.9 1.3 every template that the specification names is there', () => {
  const known = new Set(slugs([...templates]))
  const missing = [...parents.keys()].filter((slug) => !known.has(slug))
  // They come with what they are about.
  expect(missing.filter((slug) => !['generate-suggestions', 'extract-data'].includes(slug))).toEqual([])
})

test('2.11 each template stands under the parent that the specification names', () => {
  for (const { slug, parent } of templates) expect([slug, parent ?? '']).toEqual([slug, parents.get(slug)])
  expect(slugs(childrenOf('exports'))).toEqual(['markdown'])
  expect(
    pathTo('markdown')
      .map((template) => template.slug)
      .slice(-2),
  ).toEqual(['exports', 'markdown'])
})

test('2.11 a template whose parent does not exist surfaces at the top level', () => {
  const lost: Template = { ...templateOf('lists')!, slug: 'lost', parent: 'chat' }
  expect(slugs(childrenOf(null, [...templates, lost]))).toEqual([...slugs(childrenOf(null)), 'lost'])
})

test('1.3 every template has a page of its own that lets the reader try it, and no page is left over', () => {
  expect(
    readdirSync(content)
      .filter((name) => name.endsWith('.md'))
      .sort(),
  ).toEqual(templates.map(({ slug }) => `${slug}.md`).sort())
  for (const { slug } of templates) {
    const text = readFileSync(new URL(`${slug}.md`, content), 'utf8')
    expect(text, slug).toMatch(/Try it/)
    // Its title is the page's title already.
    expect(text, slug).not.toMatch(/^# /m)
  }
})

test('2.10 links inside templates lead to templates that exist', () => {
  for (const { slug } of templates) {
    const text = readFileSync(new URL(`${slug}.md`, content), 'utf8').replace(/```[\s\S]*?```/g, '')
    for (const [, target = ''] of text.matchAll(/\]\(\/([^)#?]*)/g))
      expect(isTemplateSlug(target), `${slug} → ${target}`).toBe(true)
  }
})

test('every template is known by its slug, and nothing else is', () => {
  expect(templates.filter(({ slug }) => !isTemplateSlug(slug))).toEqual([])
  expect(isTemplateSlug('') || isTemplateSlug('editor ') || isTemplateSlug('nothing')).toBe(false)
})
