import { z } from 'zod'
import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { requireRoom } from '@/blocks/page-size'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { BOUNDS, LIMITS } from '@/shared/limits'

/** Attribute values are small; deeper or longer ones are somebody's mistake or an attack (R41). */
const ATTRIBUTE_DEPTH = 8
const KIND = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const BLOCK_ID = /^[A-Za-z0-9_-]{1,64}$/
/** Ids are looked up in objects too, where these words stand for something else. */
const NO_IDS = new Set(['__proto__', 'constructor', 'prototype'])

class BadContent extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function json(value: unknown, depth: number): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (depth >= ATTRIBUTE_DEPTH) throw new BadContent(t('An attribute is nested too deeply.'))
  if (Array.isArray(value)) return value.map((item) => json(item, depth + 1))
  if (isObject(value)) return attributes(value, depth + 1)
  throw new BadContent(t('An attribute is not plain JSON.'))
}

function attributes(value: unknown, depth = 0): { [key: string]: Json } {
  if (!isObject(value)) throw new BadContent(t('The attributes of a block are an object.'))
  const kept: { [key: string]: Json } = {}
  for (const [key, item] of Object.entries(value)) {
    // Every other name, such as that of a column, becomes a key of the object's own.
    if (key === '__proto__') throw new BadContent(t('The key "__proto__" cannot be kept in a page.'))
    kept[key] = json(item, depth)
  }
  return kept
}

function kindOf(value: unknown): string {
  if (typeof value !== 'string' || !KIND.test(value))
    throw new BadContent(t('The kind of a block has to be a short name.'))
  return value
}

/** PostgreSQL stores no NUL, and half a surrogate pair is no text. */
const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

function mark(value: unknown): BlockMark {
  if (!isObject(value)) throw new BadContent(t('A mark is an object with a kind.'))
  const kind = kindOf(value.kind)
  return value.attributes === undefined ? { kind } : { kind, attributes: attributes(value.attributes) }
}

function inline(value: unknown): Inline {
  if (!isObject(value)) throw new BadContent(t('A piece of text is an object.'))
  if (value.marks !== undefined && !Array.isArray(value.marks)) throw new BadContent(t('Marks are a list.'))
  const marks = value.marks === undefined ? {} : { marks: value.marks.map(mark) }
  if (typeof value.text === 'string') return { text: cleanText(value.text), ...marks }
  const kind = kindOf(value.kind)
  return value.attributes === undefined
    ? { kind, ...marks }
    : { kind, attributes: attributes(value.attributes), ...marks }
}

/**
 * Reads a list of blocks from outside. Known and unknown kinds are kept alike (rulings 3); ids that are missing,
 * malformed or used twice get a new one. Nothing else of an attribute is left out: the key `__proto__` is refused (R41).
 * Throws an error with plain words when the shape is not that of blocks, or there is too much of it.
 */
export function readBlocks(value: unknown): Block[] {
  const used = new Set<string>()
  let count = 0
  const freshId = (id: unknown): string => {
    const usable = typeof id === 'string' && BLOCK_ID.test(id) && !NO_IDS.has(id) && !used.has(id)
    const chosen = usable ? id : newBlockId()
    used.add(chosen)
    return chosen
  }
  const list = (blocks: unknown, depth: number): Block[] => {
    if (!Array.isArray(blocks)) throw new BadContent(t('The content of a page is a list of blocks.'))
    if (blocks.length > 0 && depth > LIMITS.blockDepth)
      throw new BadContent(
        t('Blocks can be nested {blockDepth} deep at most.', { blockDepth: LIMITS.blockDepth }),
      )
    return blocks.map((block) => one(block, depth))
  }
  const one = (value: unknown, depth: number): Block => {
    if (!isObject(value)) throw new BadContent(t('A block is an object with a kind.'))
    count += 1
    if (count > LIMITS.pageBlocks + BOUNDS.gridCells)
      throw new BadContent(
        t('A page has at most {pageBlocks} blocks.', { pageBlocks: inFigures(LIMITS.pageBlocks) }),
      )
    const block: Block = { id: freshId(value.id), kind: kindOf(value.kind) }
    if (value.attributes !== undefined) block.attributes = attributes(value.attributes)
    if (value.text !== undefined) {
      if (!Array.isArray(value.text)) throw new BadContent(t('The text of a block is a list of pieces.'))
      block.text = value.text.map(inline)
    }
    if (value.children !== undefined) block.children = list(value.children, depth + 1)
    return block
  }
  const read = list(value, 1)
  try {
    requireRoom(read)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new BadContent(error.message, { cause: error })
  }
  return read
}

/** `contentRich` as a call brings it: checked and cleaned blocks. */
export const ContentRich = z.unknown().transform((value, context): Block[] => {
  try {
    return readBlocks(value)
  } catch (error) {
    if (!(error instanceof BadContent)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})
