import { AppError } from '@/shared/errors'
import { fileIn } from '../inputs'
import { COMMENT_WORDS, COMMENTS, type CommentBody, type CommentPiece } from '../model'

/** A comment's body as it is stored, and what follows from it. */
export interface ReadBody {
  body: CommentBody
  plainText: string
  /** The ids of the people that it mentions, each once. */
  mentioned: string[]
  /** The ids of the files that it shows, each once. */
  files: string[]
}

const wordsOf = (piece: CommentPiece): string => {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'hardBreak':
      return '\n'
    case 'mention':
      return `@${piece.attrs.label}`
  }
}

/** Reads a body that `Body` has let through. Throws `bad-input` for one that says nothing, `too-large` for one that says too much. */
export function readBody(body: CommentBody): ReadBody {
  const lines: string[] = []
  const mentioned = new Set<string>()
  const files = new Set<string>()
  let pieces = 0
  for (const block of body.content) {
    if (block.type === 'image') {
      files.add(fileIn(block.attrs.url))
      lines.push(block.attrs.name)
      continue
    }
    const content = block.content ?? []
    pieces += content.length
    for (const piece of content) if (piece.type === 'mention') mentioned.add(piece.attrs.id)
    lines.push(content.map(wordsOf).join(''))
  }
  const plainText = lines.join('\n').trim()
  if (plainText === '' && files.size === 0) throw new AppError('bad-input', COMMENT_WORDS.empty())
  const isTooMuch =
    plainText.length > COMMENTS.characters ||
    pieces > COMMENTS.pieces ||
    mentioned.size > COMMENTS.mentions ||
    files.size > COMMENTS.pictures ||
    JSON.stringify(body).length > COMMENTS.stored
  if (isTooMuch) throw new AppError('too-large', COMMENT_WORDS.tooLong())
  return { body, plainText, mentioned: [...mentioned], files: [...files] }
}

/** What stands for a comment that was taken away. */
export const NO_BODY: CommentBody = { type: 'doc', content: [{ type: 'paragraph' }] }

// Node knows this flag; what the types are told of is the language that browsers get.
const SETS = 'v'
/** Says that the sign before it is drawn in colors. */
const COLORED = '\uFE0F'
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', SETS)

/** The emoji in its full form, however it says that it is in colors; null for anything else. */
export function asEmoji(text: string): string | null {
  if (EMOJI.test(text)) return text
  const bare = text.replaceAll(COLORED, '')
  return [bare, bare + COLORED].find((form) => EMOJI.test(form)) ?? null
}
