import { t } from '@/shared/i18n'
import { Trans } from '@/ui/trans'

/** Home of an account without pages. */
export function FirstPage({ canImport }: { canImport: boolean }) {
  return (
    <section className="rounded-dialog border border-border bg-surface px-6 py-10 text-center">
      <h2 className="text-base font-semibold">{t('Write your first page')}</h2>
      <p className="mx-auto mt-1 max-w-md text-text-muted text-pretty">
        {canImport ? (
          <Trans
            message="Press “New page” and type. Type <key>/</key> for headings, lists and everything else, or import what you already have: Markdown, Word, HTML, or the .zip of another workspace."
            components={{ key: <kbd className="font-mono" /> }}
          />
        ) : (
          <Trans
            message="Press “New page” and type. Type <key>/</key> for headings, lists and everything else."
            components={{ key: <kbd className="font-mono" /> }}
          />
        )}
      </p>
    </section>
  )
}
