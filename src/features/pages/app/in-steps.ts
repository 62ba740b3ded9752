import { failureWords } from '@/app/failures'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { type ToastOptions, toast } from '@/ui/toast'
import type { Saying, Steps } from './use-pages'

/** What takes longer than this (ms) says how far it is, and can be stopped. */
const LONG = 400

/** Does something to each of `all`, as `InSteps` says. */
export async function inSteps<One>(
  all: readonly One[],
  act: (one: One) => Promise<unknown>,
  saying: Saying | undefined,
  together = 1,
): Promise<Steps> {
  const total = all.length
  const failed: number[] = []
  let reason: unknown
  let next = 0
  while (next < total && !saying?.isStopped) {
    if (saying && next > 0 && Date.now() - saying.since >= LONG)
      sayHowFar(saying, next - failed.length, total)
    const group = all.slice(next, next + together)
    const ends = await Promise.allSettled(group.map(act))
    ends.forEach((end, at) => {
      if (end.status === 'fulfilled') return
      reason ??= end.reason
      failed.push(next + at)
    })
    // One page of a group that cannot be changed keeps none of the others from it.
    const isOver = ends.every(({ status }) => status === 'rejected')
    next += group.length
    if (isOver) break
  }
  const done = next - failed.length
  if (done === 0 && failed.length > 0) throw reason
  if (done === total) return { done }
  const ended = (shown: ToastOptions): void => {
    if (failed.length === 0) return void toast(doneOf(done, total), { ...shown, description: undefined })
    const description = failureWords(reason, t('Something went wrong, please try again later.'))
    toast.error(doneOf(done, total), { ...shown, description })
  }
  return { done, failed, tried: next, ended }
}

function sayHowFar(saying: Saying, done: number, total: number): void {
  const stop = () => {
    saying.isStopped = true
  }
  toast.loading(saying.words, {
    id: saying.id,
    description: t('{done} of {total} pages', { done: inFigures(done), total: inFigures(total) }),
    action: { label: t('Stop'), onClick: stop },
  })
}

const doneOf = (done: number, total: number): string =>
  t('{done} of {total, plural, one {# page} other {# pages}} done.', { done: inFigures(done), total })
