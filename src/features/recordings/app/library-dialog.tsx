import { Library } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { FILTERS, type RecordingFilter, type RecordingSort, SORTS } from '../model'
import { editablePage } from './insert-recording'
import { RecordingCard } from './recording-card'
import { recordingWindow } from './recording-windows'
import { filterWords, sortWords } from './recording-words'
import { UnsentRecordings } from './unsent-recordings'
import { useRecordings } from './use-recordings'

/** Milliseconds after the last key until the library is searched. */
const SEARCH_DELAY = 200

/** Everything that the person has recorded (product.md 2.39), to be found, put into the page on the screen, downloaded, renamed and deleted. */
export default function LibraryDialog() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<RecordingFilter>('all')
  const [sort, setSort] = useState<RecordingSort>('date')
  const [isDragging, setIsDragging] = useState(false)
  const [canInsert] = useState(() => editablePage() !== null)
  // What was inserted has the focus, not what the window was opened from.
  const keepsFocus = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useRecordings({ search, filter, sort })
  const pages = query.data?.pages ?? []
  const recordings = pages.flatMap((page) => page.recordings)
  const total = pages[0]?.total ?? 0
  const close = () => recordingWindow.set(null)
  return (
    <Dialog open modal="trap-focus" onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={t('Media Library')}
        className="max-w-4xl"
        veiled={isDragging}
        finalFocus={() => !keepsFocus.current}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            type="search"
            aria-label={t('Search recordings')}
            placeholder={t('Search recordings')}
            className="min-w-40 flex-1 basis-40"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select<RecordingFilter>
            label={t('Filter')}
            value={filter}
            onValueChange={setFilter}
            options={FILTERS.map((value) => ({ value, label: filterWords(value) }))}
          />
          <Select<RecordingSort>
            label={t('Sort by')}
            value={sort}
            onValueChange={setSort}
            options={SORTS.map((value) => ({ value, label: sortWords(value) }))}
          />
          <Button variant="primary" onClick={() => recordingWindow.set('menu')}>
            {t('Record')}
          </Button>
        </div>
        {/* What scrolls cuts off what stands over its edge: there is room for the ring of the focus. */}
        <div
          className="-mx-1 mt-4 max-h-[50vh] min-h-40 overflow-y-auto p-1"
          aria-busy={query.isPending || query.isPlaceholderData}
        >
          <UnsentRecordings />
          {query.isPending ? (
            <Grid>
              {['a', 'b', 'c'].map((key) => (
                <Skeleton key={key} className="h-52" />
              ))}
            </Grid>
          ) : query.isError && query.data === undefined ? (
            <ErrorState
              title={failureWords(query.error, t('Your recordings could not be loaded'))}
              action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
            />
          ) : total === 0 ? (
            <EmptyState
              icon={<Library aria-hidden />}
              title={t('No recordings yet')}
              hint={t('Start recording to see your media files here')}
            />
          ) : recordings.length === 0 ? (
            <EmptyState title={t('No recordings found matching your search.')} />
          ) : (
            <ul
              aria-label={t('Recordings')}
              className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3"
            >
              {recordings.map((recording) => (
                <li key={recording.id}>
                  <RecordingCard
                    recording={recording}
                    canInsert={canInsert}
                    onDragging={setIsDragging}
                    onInserted={() => {
                      keepsFocus.current = true
                      close()
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          {query.isFetchNextPageError && (
            <p role="alert" className="mt-3 text-center text-sm text-danger">
              {failureWords(query.error, t('Your recordings could not be loaded'))}
            </p>
          )}
          {query.hasNextPage && (
            <Button
              variant="ghost"
              className="mt-3 w-full"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('Show more')}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

const Grid = ({ children }: { children: React.ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">{children}</div>
)
