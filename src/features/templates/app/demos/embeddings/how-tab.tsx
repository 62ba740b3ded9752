import { t } from '@/shared/i18n'
import type { MeaningSearch } from './use-meaning-search'

/** How it is done, in three steps, and what is searched (product.md 2.49). */
export function HowTab({ search: { loading } }: { search: MeaningSearch }) {
  const steps = [
    t(
      'Every document is turned into 512 numbers, a vector. Texts that mean the like get vectors that are near each other.',
    ),
    t('What you search for is turned into a vector by the same model.'),
    t('The documents whose vectors are nearest to it are shown, the nearest first.'),
  ]
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-2 ps-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="text-text-muted">
        {t(
          'The same search runs across all documents: these templates, and the pages that you may open. The built-in model understands English. Your query goes to this server and no further, unless its operator has set another model.',
        )}
      </p>
      {loading.state === 'ready' && (
        <section aria-label={t('Indexed templates')}>
          <h3 className="mb-2 text-sm font-medium text-text-muted">{t('Indexed templates')}</h3>
          <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {loading.index.templates.map(({ id, icon, title }) => (
              <li key={id} className="truncate">
                <span aria-hidden>{icon}</span> {title}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
