import { useState } from 'react'
import { ColorDots } from '@/blocks/icon/color-dots'
import { iconColorName } from '@/blocks/icon/color-names'
import { IconGrid } from '@/blocks/icon/icon-grid'
import { COLORS, type Color } from '@/blocks/kit/colors'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { backgroundCss, colorCover, iconCover, readCover } from '../../cover/cover'
import { gradientCss, gradients } from '../../cover/gradients'
import { gradientName, groupName } from './gradient-names'
import { LiveCover } from './live-cover'
import type { ChoosesCover } from './pending'

interface GalleryTabProps extends ChoosesCover {
  now: string | null
  /** At once. */
  onApply(coverImage: string): void
}

const groups = [...Map.groupBy(gradients, ({ group }) => group)]

/** The gradients and colours there are, and icons on a ground (product.md 3.3). */
export function GalleryTab({ now, onApply, onChoose }: GalleryTabProps) {
  const [isIcon, setIcon] = useState(false)
  if (isIcon) return <IconCover onChoose={onChoose} onBack={() => setIcon(false)} />
  return (
    <div className="flex flex-col gap-4 pe-1 pb-1">
      <Swatches
        title={t('Colors')}
        aside={
          <Button size="sm" onClick={() => setIcon(true)}>
            {t('Icon on a ground…')}
          </Button>
        }
      >
        {COLORS.map((color) => (
          <Swatch
            key={color}
            label={iconColorName(color)}
            css={backgroundCss(color)!}
            isChosen={now === colorCover(color)}
            onPick={() => onApply(colorCover(color))}
          />
        ))}
      </Swatches>
      {groups.map(([group, members]) => (
        <Swatches key={group} title={groupName(group)}>
          {members.map(({ name, css }) => (
            <Swatch
              key={name}
              label={gradientName(name)}
              css={css}
              isChosen={now === name}
              onPick={() => onApply(name)}
            />
          ))}
        </Swatches>
      ))}
    </div>
  )
}

function Swatches({
  title,
  aside,
  children,
}: {
  title: string
  aside?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex items-center justify-between">
        <h3 className="text-xs font-medium text-text-muted">{title}</h3>
        {aside}
      </div>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">{children}</div>
    </section>
  )
}

interface SwatchProps {
  label: string
  css: string
  isChosen: boolean
  onPick(): void
}

function Swatch({ label, css, isChosen, onPick }: SwatchProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      title={label}
      onClick={onPick}
      style={{ background: css }}
      className={cn(
        'h-14 cursor-pointer rounded-control border border-border transition-transform duration-100 hover:scale-[1.03] motion-reduce:transition-none',
        isChosen && 'outline-2 outline-offset-2 outline-accent',
      )}
    />
  )
}

const GROUNDS = ['misty', 'skylight', 'peach', 'sage', 'lavender', 'midnight', 'aurora', ...COLORS] as const

const groundName = (ground: (typeof GROUNDS)[number]): string =>
  isColor(ground) ? iconColorName(ground) : gradientName(ground)
const isColor = (ground: string): ground is Color => COLORS.some((color) => color === ground)

/** An icon cover is put together and then set. */
function IconCover({ onChoose, onBack }: ChoosesCover & { onBack(): void }) {
  const [name, setName] = useState('rocket')
  const [color, setColor] = useState<Color | null>(null)
  const [background, setBackground] = useState<string>('misty')
  const [filled, setFilled] = useState(false)
  const value = iconCover({ name, color, background, filled })
  return (
    <div className="flex flex-col gap-3 pe-1">
      <div className="h-24 overflow-hidden rounded-popover">
        <LiveCover cover={readCover(value)} fit="cover" still />
      </div>
      <IconGrid
        onPick={setName}
        fieldClass="h-8 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 text-sm coarse:h-11"
      />
      <div className="flex flex-wrap items-center gap-3">
        <ColorDots value={color} onChange={setColor} />
        <Button size="sm" aria-pressed={filled} onClick={() => setFilled(!filled)}>
          {filled ? t('Outline') : t('Filled')}
        </Button>
      </div>
      <fieldset aria-label={t('Ground')} className="flex flex-wrap gap-1.5">
        {GROUNDS.map((ground) => (
          <button
            key={ground}
            type="button"
            aria-label={groundName(ground)}
            aria-pressed={background === ground}
            title={groundName(ground)}
            onClick={() => setBackground(ground)}
            style={{ background: gradientCss(ground) ?? backgroundCss(ground) ?? undefined }}
            className="size-7 cursor-pointer rounded-full border border-border aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent coarse:size-10"
          />
        ))}
      </fieldset>
      <div className="flex justify-between">
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t('Back')}
        </Button>
        <Button size="sm" onClick={() => onChoose({ kind: 'value', value })}>
          {t('Use this icon')}
        </Button>
      </div>
    </div>
  )
}
