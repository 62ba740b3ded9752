import type { Block } from '@/blocks'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { readBeside } from './read-beside'

/** Milliseconds after which it is said that a text is still being read (rulings 0). */
const SOON = 400

let count = 0

const TOO_HARD = () =>
  t(
    'This Markdown would take too long to read, so it was pasted as plain text. Save it as a file and import it instead.',
  )

/**
 * Reads Markdown beside the page. Says so when that takes a while, with a way out, and says what became of it; `null`: it
 * stays text. `onStop`: that way out was taken, and the focus is nowhere.
 */
export async function readWithProgress(text: string, onStop: () => void): Promise<Block[] | null> {
  const giveUp = new AbortController()
  const id = `markdown ${++count}`
  let isSaid = false
  const timer = setTimeout(() => {
    isSaid = true
    toast.loading(t('Reading the pasted Markdown…'), {
      id,
      action: {
        label: t('Keep as text'),
        onClick: () => {
          giveUp.abort()
          onStop()
        },
      },
    })
  }, SOON)
  const blocks = await readBeside(text, giveUp.signal)
  clearTimeout(timer)
  const isStopped = giveUp.signal.aborted
  // Its button has taken the message before away.
  if (isStopped) toast(t('The Markdown was kept as text'))
  else if (isSaid && blocks) toast.success(t('The Markdown was read'), { id })
  else if (blocks === null) toast.error(TOO_HARD(), { id })
  return blocks
}
