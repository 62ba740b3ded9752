import { useQuery } from '@tanstack/react-query'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'

/** Why a model suggests something, and what it was asked for; nothing where that is not on record. */
export function SuggestionReason({ documentId, suggestionId }: { documentId: string; suggestionId: string }) {
  const options = trpc.ai.signatures.queryOptions({ documentId, suggestionIds: [suggestionId] })
  const signature = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY }).data?.[0]
  if (!signature) return null
  const { reason, prompt } = signature
  return (
    <div className="flex flex-col gap-0.5 text-xs text-text-muted">
      {reason !== '' && <p className="break-words">{t('Why: {reason}', { reason })}</p>}
      {prompt !== '' && <p className="line-clamp-2 break-words">{t('Asked for: {prompt}', { prompt })}</p>}
    </div>
  )
}
