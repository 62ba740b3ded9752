import { cn } from '@/ui/cn'

/** The name of the product with its mark. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 text-[0.9375rem] font-semibold tracking-tight',
        className,
      )}
    >
      <svg
        viewBox="0 0 20 20"
        className="size-5 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        aria-hidden
      >
        <path d="M10 18V3.5M10 16.5c0-5-2.5-8-5.5-9.8M10 16.5c0-5 2.5-8 5.5-9.8M6.8 13.2h6.4" />
      </svg>
      Sheaf
    </span>
  )
}
