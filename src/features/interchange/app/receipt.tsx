import { Check, Replace, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportAnswer } from '../model'

const numbers = new Intl.NumberFormat()
const blocks = (count: number): string => `${numbers.format(count)} ${count === 1 ? 'block' : 'blocks'}`

/** What an import did: what was kept, what became something else, what is gone (rulings 6). */
export function Receipt({ answer: { document, receipt } }: { answer: ImportAnswer }) {
  const kept = receipt.kept.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="flex flex-col gap-4 text-sm" role="status">
      <p>
        1 page imported: <strong className="font-semibold">{document.title}</strong>, with {blocks(kept)}.
      </p>
      <Part icon={<Check aria-hidden className="text-success" />} title="Kept">
        {receipt.kept.map(({ what, count }) => (
          <Line key={what} count={count} what={what} />
        ))}
      </Part>
      {receipt.converted.length > 0 && (
        <Part icon={<Replace aria-hidden className="text-warning" />} title="Converted">
          {receipt.converted.map(({ what, into, count }) => (
            <Line key={`${what} ${into}`} count={count} what={`${what} → ${into}`} />
          ))}
        </Part>
      )}
      {receipt.dropped.length > 0 && (
        <Part icon={<X aria-hidden className="text-danger" />} title="Left out">
          {receipt.dropped.map(({ what, count }) => (
            <Line key={what} count={count} what={what} />
          ))}
        </Part>
      )}
    </div>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 flex items-center gap-2 font-medium [&_svg]:size-4">
        {icon}
        {title}
      </h3>
      <ul className="max-h-40 overflow-y-auto pl-6 text-text-muted">{children}</ul>
    </section>
  )
}

function Line({ what, count }: { what: string; count: number }) {
  return (
    <li className="flex justify-between gap-4">
      <span>{what}</span>
      <span className="tabular-nums">{numbers.format(count)}</span>
    </li>
  )
}
