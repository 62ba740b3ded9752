import { t } from '@/shared/i18n'
import { Select } from '@/ui/select'
import type { Cover, CoverFit } from '../../cover/cover'
import { gradients } from '../../cover/gradients'
import { gradientName } from './gradient-names'
import { LiveCover } from './live-cover'

export interface PreviewTabProps {
  cover: Cover | null
  fit: CoverFit
  fits: readonly CoverFit[]
  gradient: string | null
  onFit(fit: CoverFit): void
  onGradient(gradient: string | null): void
}

const FIT_LABELS: Record<CoverFit, string> = {
  get cover() {
    return t('Fill the banner')
  },
  get contain() {
    return t('Show all of it')
  },
  get fill() {
    return t('Stretch')
  },
  get center() {
    return t('Own size, centered')
  },
  get 'scale-down'() {
    return t('Never larger than it is')
  },
}

const NONE = 'none'

/** The cover as it will be, how it fits, and what lies behind it (product.md 5.4). */
export function PreviewTab({ cover, fit, fits, gradient, onFit, onGradient }: PreviewTabProps) {
  return (
    <div className="flex flex-col gap-3 pe-1">
      <div className="h-56 overflow-hidden rounded-popover border border-border bg-surface">
        {cover ? (
          <LiveCover cover={cover} fit={fit} gradient={gradient} still={cover.kind === 'embed'} />
        ) : (
          <p className="flex h-full items-center justify-center text-sm text-text-muted">
            {t('No cover yet')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <div className="flex items-center gap-2 text-sm">
          <span aria-hidden>{t('Fit')}</span>
          <Select
            label={t('Fit')}
            value={fit}
            options={fits.map((value) => ({ value, label: FIT_LABELS[value] }))}
            onValueChange={onFit}
          />
        </div>
        <div className="flex items-center gap-2 text-sm">
          <span aria-hidden>{t('Background')}</span>
          <Select
            label={t('Gradient behind')}
            value={gradient ?? NONE}
            options={[
              { value: NONE, label: t('Nothing') },
              ...gradients.map(({ name, css }) => ({
                value: name,
                label: gradientName(name),
                icon: <span aria-hidden className="size-4 rounded-full" style={{ background: css }} />,
              })),
            ]}
            onValueChange={(next) => onGradient(next === NONE ? null : next)}
          />
        </div>
      </div>
    </div>
  )
}
