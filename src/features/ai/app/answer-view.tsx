import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { showApiSettings } from './api-settings-window'
import { notSetUp } from './not-set-up'
import { Preview } from './preview'
import { sentencesOf } from './sentences'
import { type AnswerState, usableOf } from './use-answer'

interface AnswerViewProps {
  answer: AnswerState
  /** The page can be edited no more, so it stays out of it. */
  isOutside: boolean
  onClose(): void
}

/** An answer as it comes: what it would be in the page, what there is to say about it, and its sentences to be read out. */
export function AnswerView({ answer, isOutside, onClose }: AnswerViewProps) {
  const words = answer.status === 'idle' ? '' : answer.words
  const atoms = answer.status === 'idle' ? [] : answer.question.atoms
  const model = usableOf(answer)?.model ?? null
  const setKeys = () => {
    onClose()
    showApiSettings(true)
  }
  return (
    <>
      {words !== '' && <Preview words={words} isWhole={answer.status === 'finished'} atoms={atoms} />}
      <div role="status" className="ai-note">
        {answer.status === 'submitted' && t('Thinking…')}
        {answer.status === 'finished' && answer.note}
        {answer.status === 'finished' && model !== null && !answer.note && t('Written by {model}', { model })}
        {isOutside && (
          <p>{t('This page cannot be edited any more, so the answer stays out of it. You can copy it.')}</p>
        )}
        {answer.status === 'finished' && answer.isSample && notSetUp()}
        {answer.status === 'finished' && (answer.isSample || answer.hasFailed) && (
          <Button size="sm" className="mt-2 flex" onClick={setKeys}>
            {answer.isSample ? t('Set Keys') : t('API Settings')}
          </Button>
        )}
      </div>
      <div className="sr-only" role="log" aria-label={t('Answer')}>
        {sentencesOf(words, answer.status === 'finished').map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added
          <p key={index}>{sentence}</p>
        ))}
      </div>
    </>
  )
}
