import { failureWords } from '@/app/failures'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
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
  for (let done = 0; done < total; done += together) {
    if (saying?.isStopped)
      return { done, ended: (shown) => void toast(doneOf(done, total), { ...shown, description: undefined }) }
    if (saying && done > 0 && Date.now() - saying.since >= LONG) sayHowFar(saying, done, total)
    try {
      await Promise.all(all.slice(done, done + together).map(act))
    } catch (error) {
      if (done === 0) throw error
      return {
        done,
        tried: done + together,
        ended: (shown) =>
          void toast.error(doneOf(done, total), {
            ...shown,
            description: failureWords(error, t('Something went wrong, please try again later.')),
          }),
      }
    }
  }
  return { done: total }
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
