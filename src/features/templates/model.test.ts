import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { childrenOf, isTemplateSlug, pathTo, type Template, templates } from './model'

const content = new URL('./content/', import.meta.url)
const slugs = (list: Template[]) => list.map((template) => template.slug)

test('2.9 template documents use their ids as slugs', () => {
  expect(slugs([...templates]).sort()).toEqual([
    'autoformat',
    'basic-blocks',
    'basic-marks',
    'blocks',
    'callout',
    'code-block',
    'columns',
    'date',
    'drag-and-drop',
    'editor',
    'equations',
    'exports',
    'floating-toolbar',
    'icons',
    'imports',
    'indent',
    'link',
    'lists',
    'markdown',
    'mention',
    'slash-command',
    'table',
    'table-of-contents',
  ])
  expect(isTemplateSlug('lists')).toBe(true)
  expect(isTemplateSlug('nothing-like-it')).toBe(false)
})

test('2.11 the hierarchy: children of editor and of blocks, markdown under exports', () => {
  expect(slugs(childrenOf('editor'))).toEqual([
    'autoformat',
    'indent',
    'drag-and-drop',
    'floating-toolbar',
    'slash-command',
  ])
  expect(slugs(childrenOf('blocks'))).toEqual([
    'basic-blocks',
    'basic-marks',
    'columns',
    'callout',
    'lists',
    'code-block',
    'table',
    'date',
    'equations',
    'icons',
  ])
  expect(slugs(childrenOf('exports'))).toEqual(['markdown'])
  expect(pathTo('markdown').map((template) => template.slug)).toEqual(['exports', 'markdown'])
})

test('2.11 a template whose parent does not exist surfaces at the top level', () => {
  expect(slugs(childrenOf(null))).toEqual([
    'editor',
    'blocks',
    'mention',
    'link',
    'table-of-contents',
    'imports',
    'exports',
  ])
})

test('1.3 every template has a page of its own that lets the reader try it, and no page is left over', () => {
  expect(readdirSync(content).sort()).toEqual(templates.map(({ slug }) => `${slug}.md`).sort())
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
    for (const [, target = ''] of text.matchAll(/\]\(\/([^)#]*)/g))
      expect(isTemplateSlug(target), `${slug} → ${target}`).toBe(true)
  }
})
