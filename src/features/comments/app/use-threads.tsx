import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { failureWords } from '@/app/failures'
import { queryClient } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { openPage } from '@/editor/open-pages'
import { mentionablePeople } from '@/features/pages/app/mentionable-people'
import { usePage } from '@/features/pages/app/use-pages'
import { factsOfPage } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { mayDo } from '@/shared/permissions'
import { toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import type { CommentBody } from '../model'
import { aboutSelection } from './begin'
import { calls, discussionsKey, fetchThreads, forgetThreads, noteOwn, seenThread } from './calls'
import { acquire, askAgain, type CommentSession } from './comment-session'
import { activeThread, type DraftThread } from './comment-state'
import type { KeptComments } from './kept-comments'
import { mergeThreads } from './merge-threads'
import type { Sending } from './sending'
import type { Person, Thread, ThreadComment } from './thread'
import { type Reader, ReaderContext, type ThreadActions, TOO_QUICK } from './thread-actions'

export interface PageThreads {
  threads: readonly Thread[]
  isPending: boolean
  error: unknown
  retry(): void
  reader: Reader
  /** Begins the discussion of a draft with its first comment. */
  begin(draft: DraftThread, body: CommentBody): void
}

/** The threads of a page and what can be done with them; null until it is known who looks. */
export function useThreads(documentId: string): PageThreads | null {
  const { user } = useCurrentUser()
  const page = usePage(documentId).data
  const [session, setSession] = useState<CommentSession | null>(null)
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    const { session, release } = acquire(userId, documentId)
    setSession(session)
    return () => {
      setSession(null)
      release()
    }
  }, [userId, documentId])
  const query = useQuery({ queryKey: discussionsKey(documentId), queryFn: () => fetchThreads(documentId) })
  const outgoing = useStore(session?.kept.outgoing ?? NOTHING)
  const trouble = useStore(session?.sending.trouble ?? NONE)
  const areDraftsRead = useStore(session?.kept.isRead ?? NOT_READ)
  const me = useMemo(
    () => (user ? { id: user.id, name: user.name, avatarUrl: user.avatarUrl } : null),
    [user],
  )
  const threads = useMemo(
    () => (me ? mergeThreads(query.data ?? null, outgoing, me, trouble) : []),
    [query.data, outgoing, trouble, me],
  )
  const facts = page && factsOfPage(page)
  const canComment = facts !== undefined && mayDo(facts, 'comment')
  const canEdit = facts !== undefined && mayDo(facts, 'edit')
  const isOwner = page?.level === 'manage'
  const reader = useMemo(
    () =>
      me && session
        ? readerOf(documentId, me, session, { canComment, canEdit, isOwner, areDraftsRead })
        : null,
    [documentId, me, session, canComment, canEdit, isOwner, areDraftsRead],
  )
  const begin = useMemo(() => me && session && beginnerOf(documentId, session), [documentId, me, session])
  const { isPending, refetch } = query
  const error = query.data === undefined ? query.error : null
  return useMemo(
    () =>
      reader && begin ? { threads, isPending, error, retry: () => void refetch(), reader, begin } : null,
    [threads, isPending, error, refetch, reader, begin],
  )
}

const NOTHING = { get: () => EMPTY, subscribe: () => () => undefined }
const EMPTY: readonly never[] = []
const NONE = { get: () => '', subscribe: () => () => undefined }
const NOT_READ = { get: () => false, subscribe: () => () => undefined }

/** Stands around cards. */
export const Readers = ({ reader, children }: { reader: Reader; children: ReactNode }) => (
  <ReaderContext value={reader}>{children}</ReaderContext>
)

const beginnerOf =
  (documentId: string, { kept, sending }: CommentSession) =>
  ({ id, beginning }: DraftThread, body: CommentBody): void => {
    kept.put({
      id: newId(),
      documentId,
      discussionId: id,
      begins: beginning,
      body,
      at: new Date().toISOString(),
      why: null,
    })
    sending.flush()
  }

function readerOf(
  documentId: string,
  me: Person,
  { kept, sending }: CommentSession,
  facts: Pick<Reader, 'canComment' | 'canEdit' | 'isOwner' | 'areDraftsRead'>,
): Reader {
  return {
    me,
    ...facts,
    host: {
      findPeople: async (query) => (await mentionablePeople.findPeople?.(query)) ?? [],
      upload: async (file) => {
        const { uploadFile } = await import('@/features/files/app/upload-file')
        const { url, name } = await uploadFile(file, documentId)
        return { url, name }
      },
    },
    actions: actionsOf(documentId, me, kept, sending),
    draftOf: kept.draftOf,
    keepDraft: kept.keepDraft,
  }
}

/**
 * Changes what is shown at once, asks the server, and takes the change back with the server's words when it refuses. Resolves with whether
 * the server took it.
 */
async function change(
  documentId: string,
  shown: (threads: readonly Thread[]) => readonly Thread[],
  call: () => Promise<unknown>,
): Promise<boolean> {
  let isDone = true
  const queryKey = discussionsKey(documentId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData<readonly Thread[]>(queryKey)
  if (before) queryClient.setQueryData(queryKey, shown(before))
  try {
    await call()
  } catch (error) {
    isDone = false
    if (before) queryClient.setQueryData(queryKey, before)
    // The server may have done it and its answer was lost; not everything that it knows counts as a change of the page's.
    forgetThreads(documentId)
    toast.error(failureWords(error, t('That did not work. Please try again.')))
  }
  const asked = askAgain(documentId)
  // Without a network nobody is asked until it is back.
  if (isDone) await asked
  return isDone
}

/** The threads with one of them changed; null takes it away. */
const withThread =
  (id: string, to: (thread: Thread) => Thread | null) =>
  (threads: readonly Thread[]): readonly Thread[] =>
    threads.flatMap((thread) => (thread.id === id ? (to(thread) ?? []) : thread))

const withComment = (thread: Thread, id: string, to: (comment: ThreadComment) => ThreadComment): Thread => ({
  ...thread,
  comments: thread.comments.map((comment) => (comment.id === id ? to(comment) : comment)),
})

function actionsOf(documentId: string, me: Person, kept: KeptComments, sending: Sending): ThreadActions {
  const apply = (
    thread: Thread,
    to: (thread: Thread) => Thread | null,
    call: () => Promise<unknown>,
    comment?: ThreadComment,
  ): Promise<boolean> => {
    // What is not stored has nothing yet that could be changed (product.md 2.34).
    const isStored = thread.comments[0]?.delivery.state === 'sent'
    if (isStored && (!comment || comment.delivery.state === 'sent'))
      return change(documentId, withThread(thread.id, to), call)
    toast.error(TOO_QUICK())
    return Promise.resolve(false)
  }
  return {
    reply(thread, body) {
      kept.put({
        id: newId(),
        documentId,
        discussionId: thread.id,
        begins: null,
        body,
        at: new Date().toISOString(),
        why: null,
      })
      sending.flush()
    },
    edit: (thread, comment, body) =>
      apply(
        thread,
        (now) => withComment(now, comment.id, (one) => ({ ...one, body, isEdited: true })),
        () => calls.edit(comment.id, body),
        comment,
      ),
    remove: (thread, comment) =>
      apply(
        thread,
        (now) =>
          now.comments.length === 1
            ? null
            : { ...now, comments: now.comments.filter(({ id }) => id !== comment.id) },
        () => calls.remove(comment.id),
        comment,
      ),
    removeThread: (thread) =>
      apply(
        thread,
        () => null,
        () => calls.removeThread(thread.id),
      ),
    react: (thread, comment, emoji) =>
      apply(
        thread,
        (now) =>
          withComment(now, comment.id, (one) => ({ ...one, reactions: toggled(one.reactions, emoji, me) })),
        () => calls.react(comment.id, emoji),
        comment,
      ),
    resolve(thread, isResolved) {
      if (isResolved && activeThread.get() === thread.id) activeThread.set(null)
      apply(
        thread,
        (now) => ({ ...now, resolved: isResolved ? { by: me, at: new Date().toISOString() } : null }),
        () => calls.resolve(thread.id, isResolved),
      )
    },
    assign: (thread, person) =>
      apply(
        thread,
        (now) => ({ ...now, assignee: person, isDone: false }),
        () => calls.assign(thread.id, person?.id ?? null),
      ),
    done: (thread, isDone) =>
      apply(
        thread,
        (now) => ({ ...now, isDone }),
        () => calls.done(thread.id, isDone),
      ),
    attach(thread) {
      const state = openPage()?.view.state
      const ranges = state ? (aboutSelection(state)?.beginning.ranges ?? []) : []
      if (ranges.length === 0) toast(t('Select the text on the page that this is about.'))
      else
        apply(
          thread,
          (now) => now,
          () => calls.attach(thread.id, ranges),
        )
    },
    follow: (thread, follow) =>
      apply(
        thread,
        (now) => ({ ...now, follow }),
        async () => {
          await calls.follow(thread.id, follow)
          noteOwn(documentId, thread.id, (now) => ({ ...now, follow }))
        },
      ),
    async copyLink({ id }) {
      const { copyText } = await import('@/ui/copy-text')
      await copyText(
        `${location.origin}/${documentId}#comment-${id}`,
        t('Link copied.'),
        t('The link could not be copied.'),
      )
    },
    retry({ id }) {
      const comment = kept.outgoing.get().find((one) => one.id === id)
      if (comment) kept.put({ ...comment, why: null })
      sending.flush()
    },
    discard: ({ id }) => kept.remove(id),
    seen(thread) {
      if (!thread.isUnread) return
      const show = (isUnread: boolean) => {
        const to = (now: Thread) => (isUnread ? thread : seenThread(now))
        noteOwn(documentId, thread.id, to)
        queryClient.setQueryData<readonly Thread[]>(
          discussionsKey(documentId),
          (now) => now && withThread(thread.id, to)(now),
        )
      }
      show(false)
      calls.seen(thread.id).catch((error: unknown) => {
        show(true)
        forgetThreads(documentId)
        void askAgain(documentId)
        toast.error(failureWords(error, t('That did not work. Please try again.')), { id: 'comment-seen' })
      })
    },
  }
}

const bare = (emoji: string): string => emoji.replaceAll('\uFE0F', '')

function toggled(
  reactions: ThreadComment['reactions'],
  emoji: string,
  me: Person,
): ThreadComment['reactions'] {
  // The server leaves out what says of some that they are in colors.
  const known = reactions.find((one) => bare(one.emoji) === bare(emoji))
  if (!known) return [...reactions, { emoji, people: [me] }]
  const people = known.people.some(({ id }) => id === me.id)
    ? known.people.filter(({ id }) => id !== me.id)
    : [...known.people, me]
  return reactions.flatMap((one) => (one !== known ? one : people.length > 0 ? { ...one, people } : []))
}
