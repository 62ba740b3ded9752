import { z } from 'zod'
import { Body } from './inputs'
import { COMMENTS, type CommentBody, DISCUSSION_KINDS } from './model'
import { readBody } from './server/comment-body'

/* Discussions in a file of our own: what was said and by whom, by name. Ids are those of nobody elsewhere. */

const Name = z
  .string()
  .max(200)
  .transform((name) => name.replaceAll('\0', '').toWellFormed())
const Time = z.iso.datetime().transform((time) => new Date(time).toISOString())

function isComment(body: CommentBody): boolean {
  try {
    readBody(body)
    return true
  } catch {
    // It says nothing or too much, in which words nobody is told: it is counted with what cannot be read.
    return false
  }
}

const CarriedComment = z.object({
  author: Name,
  createdAt: Time,
  isEdited: z.boolean().default(false),
  contentRich: Body.refine(isComment),
})

const Place = z.number().int().nonnegative().max(100_000_000)
const Span = z.object({ block: z.string().min(1).max(400), from: Place, to: Place })

const CarriedDiscussion = z.object({
  kind: z.enum(DISCUSSION_KINDS),
  /** The block that it is about, or in which it began. */
  block: z.string().min(1).max(400).nullable().default(null),
  /** Characters of the page's text, with what is suggested in place, that it is about. */
  spans: z.array(Span).max(COMMENTS.ranges).default([]),
  documentContent: z.string().max(COMMENTS.quote).default(''),
  isResolved: z.boolean().default(false),
  comments: z.array(CarriedComment).min(1).max(COMMENTS.comments),
})
export type CarriedDiscussion = z.infer<typeof CarriedDiscussion>

const storedSize = ({ comments }: CarriedDiscussion): number =>
  comments.reduce((sum, { contentRich }) => sum + JSON.stringify(contentRich).length, 0)

/** Reads the discussions of a file; `left` counts those that are none, or too long. */
export function readCarried(given: unknown): { discussions: CarriedDiscussion[]; left: number } {
  if (!Array.isArray(given)) return { discussions: [], left: given === undefined ? 0 : 1 }
  const read = given.slice(0, COMMENTS.discussions).map((one) => CarriedDiscussion.safeParse(one))
  let characters = 0
  const discussions = read.flatMap(({ data }) => {
    const size = data ? storedSize(data) : 0
    if (!data || size > COMMENTS.storedOfDiscussion || characters + size > COMMENTS.storedOfPage) return []
    characters += size
    return [data]
  })
  return { discussions, left: given.length - discussions.length }
}
