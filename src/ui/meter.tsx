export interface MeterProps {
  label: string
  /** How much it is of how much, in words. */
  words: string
  value: number
  most: number
}

/** How much of something is used: its name, the amount in words, and a bar. */
export function Meter({ label, words, value, most }: MeterProps) {
  const share = Math.min(1, value / most)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline gap-3 text-sm">
        <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
        <span className="shrink-0 text-xs text-text-muted tabular-nums">{words}</span>
      </div>
      <meter
        className="sr-only"
        aria-label={label}
        aria-valuetext={words}
        max={most}
        value={Math.min(value, most)}
      />
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
        <div
          className={share > 0.9 ? 'h-full bg-danger' : 'h-full bg-accent'}
          // A little is still seen.
          style={{ width: value === 0 ? 0 : `max(${share * 100}%, 2px)` }}
        />
      </div>
    </div>
  )
}
