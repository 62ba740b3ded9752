import { useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { forgetDraft } from './playground'

/** Milliseconds that a reset takes on the screen (product.md 4.9). */
const RESET_MS = 300

export interface Playground {
  /** Counts resets; the editor is a new one each time. */
  generation: number
  resetting: boolean
  reset(): void
}

/** The state of one template's playground; its Reset brings the original back with the words of product.md 8.5. */
export function usePlayground(slug: string): Playground {
  const [generation, setGeneration] = useState(0)
  const [resetting, setResetting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const reset = () => {
    let restore = () => {}
    try {
      // The next generation is set first: the editor that goes away must not save its content again.
      setGeneration((before) => before + 1)
      restore = forgetDraft(localStorage, slug)
    } catch {
      toast.error(t('Failed to reset template'), {
        description: t('An error occurred while resetting. Please try again.'),
      })
      return
    }
    setResetting(true)
    timer.current = setTimeout(() => {
      setResetting(false)
      toast.success(t('Template reset successfully'), {
        description: t('All changes have been reverted to the original template.'),
        action: {
          label: t('Undo'),
          onClick() {
            setGeneration((before) => before + 1)
            restore()
          },
        },
      })
    }, RESET_MS)
  }
  return { generation, resetting, reset }
}
