import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { NoAccessScreen } from '@/app/error-screens'
import { failureWords } from '@/app/failures'
import { useCurrentUser } from '@/app/session'
import { useTabTitle } from '@/app/tab-title'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { INBOX_LISTS, type InboxList, REVIEW } from '../model'
import { InboxRows } from './inbox-rows'
import { INBOX_MS, useInbox, useInboxCount } from './use-inbox'

const titleOf = (list: InboxList): string =>
  ({ me: t('Waiting for me'), others: t('Waiting for others'), stale: t('Stale') })[list]

const emptyOf = (list: InboxList): { title: string; hint: string } =>
  ({
    me: {
      title: t('Nothing waits for you'),
      hint: t(
        'Suggestions on your pages, comments that are assigned to you and mentions without an answer stand here.',
      ),
    },
    others: {
      title: t('You wait for nobody'),
      hint: t('Your suggestions that are not decided and the discussions you began stand here.'),
    },
    stale: {
      title: t('Nothing has waited long'),
      hint: t('What waits longer than {days, plural, one {# day} other {# days}} stands here.', {
        days: REVIEW.staleDays,
      }),
    },
  })[list]

/** `/review`: what waits for a decision or an answer, over all pages. */
export function InboxScreen() {
  const { user } = useCurrentUser()
  useTabTitle(t('Review'))
  const [list, setList] = useState<InboxList>('me')
  const count = useInboxCount(INBOX_MS)
  if (!user) return <NoAccessScreen />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-8 pb-24 sm:px-8 sm:pt-12">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight">{t('Review')}</h1>
      <Tabs value={list} onValueChange={(value: InboxList) => setList(value)}>
        <TabsList aria-label={t('Lists of the review inbox')} className="overflow-x-auto">
          {INBOX_LISTS.map((one) => (
            <Tab key={one} value={one} className="shrink-0 gap-1.5">
              {titleOf(one)}
              {one === 'me' && count !== undefined && count.count > 0 && (
                <span className="rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent tabular-nums">
                  {count.isMore ? `${count.count}+` : count.count}
                </span>
              )}
            </Tab>
          ))}
        </TabsList>
        {INBOX_LISTS.map((one) => (
          <TabPanel key={one} value={one}>
            {one === list && <List list={one} />}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

function List({ list }: { list: InboxList }) {
  const { query, pages, decide } = useInbox(list)
  if (query.isPending)
    return (
      <div aria-busy className="flex flex-col gap-3 pt-2">
        {['w-40 h-5', 'h-14', 'h-14', 'w-52 h-5', 'h-14'].map((shape, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change
          <Skeleton key={at} className={shape} />
        ))}
      </div>
    )
  if (query.data === undefined)
    return (
      <ErrorState
        title={t('The inbox could not be loaded')}
        hint={failureWords(query.error, t('Please try again.'))}
        action={<Button onClick={() => query.refetch()}>{t('Try again')}</Button>}
      />
    )
  if (pages.length === 0) return <EmptyState icon={<Inbox aria-hidden />} {...emptyOf(list)} />
  return (
    <>
      {query.isError && (
        <p role="status" className="mb-2 text-sm text-warning">
          {t('The list may be out of date: {why}', {
            why: failureWords(query.error, t('the server did not answer.')),
          })}
        </p>
      )}
      <InboxRows label={titleOf(list)} pages={pages} decide={decide} />
      {query.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}
