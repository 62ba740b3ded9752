import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import { failureWords } from '@/app/failures'
import { COMMENT_WORDS } from './model'

it('8.3 what the server says of comments that do not fit is not taken for a limit of requests', () => {
  for (const words of [
    COMMENT_WORDS.tooManyDiscussions(),
    COMMENT_WORDS.tooManyComments(),
    COMMENT_WORDS.discussionFull(),
    COMMENT_WORDS.pageFull(),
    COMMENT_WORDS.tooLong(),
  ]) {
    const refused = { code: -32000, message: words, data: { appCode: 'too-large' } }
    expect(failureWords(TRPCClientError.from({ error: refused } as never), '', true)).toBe(words)
  }
})
