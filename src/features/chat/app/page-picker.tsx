import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '@/app/rpc'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Input } from '@/ui/field'
import { CHAT } from '../model'
import { useSelectedDocuments } from './selected-documents'

/** Pages that are shown at once: the others are found by their title. */
const SHOWN = 30

/** Chooses the pages that a question is about. */
export function PagePicker({ onEverything }: { onEverything(): void }) {
  const { documents, toggle } = useSelectedDocuments()
  const [typed, setTyped] = useState('')
  const pages = useQuery(trpc.document.tree.queryOptions({}))
  const tree = pages.data?.documents ?? []
  const query = typed.trim().toLocaleLowerCase()
  const found = tree
    .filter(({ title, isTemplate }) => !isTemplate && title.toLocaleLowerCase().includes(query))
    .slice(0, SHOWN)
  const selected = new Set(documents.map(({ id }) => id))
  return (
    <div className="flex w-64 max-w-full flex-col gap-2 p-2">
      <Button size="sm" onClick={onEverything}>
        <Globe aria-hidden />
        {t('Everything I can see')}
      </Button>
      <Input
        aria-label={t('Find a page')}
        placeholder={t('Find a page…')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label={t('Pages')} className="flex max-h-60 flex-col overflow-y-auto">
        {found.map(({ id, title, icon }) => (
          <li key={id}>
            <label
              htmlFor={`about-${id}`}
              className="flex min-h-7 items-center gap-2 rounded-control px-1 hover:bg-hover coarse:min-h-11"
            >
              <Checkbox
                id={`about-${id}`}
                aria-label={title || UNTITLED()}
                checked={selected.has(id)}
                disabled={!selected.has(id) && selected.size >= CHAT.documents}
                onCheckedChange={() => toggle({ id, title, icon })}
              />
              <span aria-hidden className="truncate">
                {title || UNTITLED()}
              </span>
            </label>
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-1 text-text-muted">
            {pages.isPending
              ? t('Loading…')
              : pages.data
                ? t('No pages found')
                : t('Your pages could not be loaded')}
          </li>
        )}
      </ul>
    </div>
  )
}
