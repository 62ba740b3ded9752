import { t } from '@/shared/i18n'
import { readCover } from '../../cover/cover'
import { demoCovers } from '../../cover/demo-covers'
import { LiveCover } from './live-cover'
import type { ChoosesCover } from './pending'

/** Covers that are put together already, to begin from (product.md 3.4). */
export function DemosTab({ onChoose }: ChoosesCover) {
  return (
    <ul aria-label={t('Demos')} className="grid grid-cols-1 gap-3 pe-1 sm:grid-cols-2">
      {demoCovers.map(
        ({ id, title, coverImage, coverFit, backgroundGradient, icon, isVideo, isPro, aiSummary }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() =>
                onChoose({ kind: 'value', value: coverImage, fit: coverFit, gradient: backgroundGradient })
              }
              className="block w-full cursor-pointer overflow-hidden rounded-popover border border-border text-start hover:border-border-strong"
            >
              <span aria-hidden className="block h-24">
                {isVideo ? (
                  <LiveCover
                    cover={{ kind: 'background', background: backgroundGradient ?? 'midnight' }}
                    fit="cover"
                    still
                  />
                ) : (
                  <LiveCover
                    cover={readCover(coverImage)}
                    fit={coverFit}
                    gradient={backgroundGradient}
                    still
                  />
                )}
              </span>
              <span className="block p-2">
                <span className="flex items-center gap-2 text-sm font-medium">
                  <span aria-hidden>{icon}</span>
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  {isVideo && <span className="text-xs text-text-muted">{t('Video')}</span>}
                  {isPro && (
                    <span className="rounded-control bg-background-purple px-1.5 text-xs text-text-purple">
                      {t('Pro')}
                    </span>
                  )}
                </span>
                <span className="mt-0.5 block truncate text-xs text-text-muted italic">{aiSummary}</span>
              </span>
            </button>
          </li>
        ),
      )}
    </ul>
  )
}
