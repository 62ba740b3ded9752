import { FilePlus2, X } from 'lucide-react'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'

/** A page that the model is to read besides. */
export interface ContextPage {
  id: string
  title: string
}

interface ContextChipsProps {
  /** The text around the caret or the selection goes along. */
  hasAround: boolean
  pages: readonly ContextPage[]
  mayAdd: boolean
  onAround(hasAround: boolean): void
  onRemove(id: string): void
  onAdd(): void
}

/** What the model is told beside what it is asked about; each can be taken away. */
export function ContextChips({ hasAround, pages, mayAdd, onAround, onRemove, onAdd }: ContextChipsProps) {
  return (
    <ul className="ai-chips" aria-label={t('What the model reads besides')}>
      {hasAround && <Chip label={t('Text around')} onRemove={() => onAround(false)} />}
      {pages.map(({ id, title }) => (
        <Chip key={id} label={title || UNTITLED()} onRemove={() => onRemove(id)} />
      ))}
      {mayAdd && (
        <li>
          <Button size="sm" variant="ghost" onClick={onAdd}>
            <FilePlus2 aria-hidden />
            {t('Add pages')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Chip({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <li className="ai-chip">
      <span className="truncate">{label}</span>
      <button type="button" aria-label={t('Remove {title}', { title: label })} onClick={onRemove}>
        <X aria-hidden size={12} />
      </button>
    </li>
  )
}
