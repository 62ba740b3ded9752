import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import type { ChatMessage } from '../model'

export interface VersionSwitchProps {
  shown: string
  versions: readonly ChatMessage[]
  /** Left out while an answer is being written. */
  onPick?: ((id: string) => void) | undefined
}

/** Turns to another version of a question or an answer. */
export function VersionSwitch({ shown, versions, onPick }: VersionSwitchProps) {
  const at = versions.findIndex(({ id }) => id === shown)
  if (versions.length < 2 || !onPick) return null
  const pick = (index: number) => {
    const version = versions[index]
    if (version) onPick(version.id)
  }
  return (
    <span className="chat-versions">
      <IconButton label={t('Previous version')} disabled={at === 0} onClick={() => pick(at - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span>{t('{number} of {count}', { number: at + 1, count: versions.length })}</span>
      <IconButton
        label={t('Next version')}
        disabled={at === versions.length - 1}
        onClick={() => pick(at + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </span>
  )
}
