import type { ReactNode } from 'react'
import { safeUrl } from '@/shared/safe-url'
import type { CommentBody, CommentMark, CommentPiece } from '../model'

/** A comment as it reads. Nothing of it is HTML: what the body does not allow is not drawn. */
export function BodyView({ body }: { body: CommentBody }) {
  return (
    <div className="comment-text">
      {body.content.map((block, at) =>
        block.type === 'image' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is drawn is never changed in part
          <Picture key={at} url={block.attrs.url} name={block.attrs.name} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={at}>{block.content?.map(inline)}</p>
        ),
      )}
    </div>
  )
}

function Picture({ url, name }: { url: string; name: string }) {
  const src = safeUrl(url)
  if (!src?.startsWith('/api/files/')) return null
  return (
    <a href={src} target="_blank" rel="noopener noreferrer">
      <img className="comment-picture" src={src} alt={name} loading="lazy" />
    </a>
  )
}

function inline(piece: CommentPiece, at: number): ReactNode {
  if (piece.type === 'hardBreak') return <br key={at} />
  if (piece.type === 'mention')
    return (
      <span key={at} className="comment-mention">
        @{piece.attrs.label}
      </span>
    )
  return <span key={at}>{marked(piece.text, piece.marks ?? [])}</span>
}

function marked(text: string, marks: readonly CommentMark[]): ReactNode {
  let words: ReactNode = text
  for (const mark of [...marks].reverse()) words = within(mark, words)
  return words
}

function within(mark: CommentMark, words: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{words}</strong>
    case 'italic':
      return <em>{words}</em>
    case 'code':
      return <code>{words}</code>
    case 'link': {
      const href = safeUrl(mark.attrs.href)
      return href === null ? (
        words
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {words}
        </a>
      )
    }
  }
}
