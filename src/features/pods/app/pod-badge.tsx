/** A pod as a small square with its first letter. Decoration: its name stands beside it. */
export const PodBadge = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="inline-flex size-5 shrink-0 [[role=menuitemradio]_&]:-mx-0.5 select-none items-center justify-center rounded-[5px] bg-pressed text-[0.6875rem] font-semibold text-text"
  >
    {([...name.trim()][0] ?? '?').toLocaleUpperCase()}
  </span>
)
