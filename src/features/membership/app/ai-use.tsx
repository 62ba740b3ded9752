import { t } from '@/shared/i18n'
import type { AiUse, AiUseByKey } from '../model'
import { inWords, timeInWords } from './words'

interface AiUseTableProps {
  today: AiUseByKey
  month: AiUseByKey
  /** Tokens a day that the operator allows with the server's keys. */
  mostTokens: number | null
}

/** What the person has asked of language models, today and in this month. */
export function AiUseTable({ today, month, mostTokens }: AiUseTableProps) {
  const isUsed = month.server.requests + month.person.requests > 0
  return (
    <div className="flex flex-col gap-2">
      {isUsed ? (
        <table className="w-full text-start" aria-label={t('AI use')}>
          <thead>
            <tr className="border-b border-border text-xs text-text-muted">
              <td />
              <th scope="col" className="py-1.5 ps-3 text-end font-medium">
                {t('Today')}
              </th>
              <th scope="col" className="py-1.5 ps-3 text-end font-medium">
                {t('This month')}
              </th>
            </tr>
          </thead>
          <tbody>
            <Row
              label={t('Tokens with this server’s keys')}
              today={
                mostTokens === null
                  ? inWords(today.server.tokens)
                  : t('{used} of {most}', { used: inWords(today.server.tokens), most: inWords(mostTokens) })
              }
              month={inWords(month.server.tokens)}
            />
            <Row
              label={t('Tokens with your own keys')}
              today={inWords(today.person.tokens)}
              month={inWords(month.person.tokens)}
            />
            <Row
              label={t('AI requests')}
              today={inWords(sum(today, 'requests'))}
              month={inWords(sum(month, 'requests'))}
            />
            <Row
              label={t('Time')}
              today={timeInWords(sum(today, 'milliseconds'))}
              month={timeInWords(sum(month, 'milliseconds'))}
            />
          </tbody>
        </table>
      ) : (
        <p className="text-text-muted">{t('You have not used AI this month.')}</p>
      )}
      {mostTokens !== null && (
        <p className="text-xs text-text-muted">
          {t('This server allows each person {most} tokens a day with its keys.', {
            most: inWords(mostTokens),
          })}
        </p>
      )}
    </div>
  )
}

const sum = ({ server, person }: AiUseByKey, what: keyof AiUse): number => server[what] + person[what]

function Row({ label, today, month }: { label: string; today: string; month: string }) {
  return (
    <tr className="border-b border-border last:border-b-0">
      <th scope="row" className="py-1.5 text-start font-normal">
        {label}
      </th>
      <td className="py-1.5 ps-3 text-end tabular-nums">{today}</td>
      <td className="py-1.5 ps-3 text-end tabular-nums">{month}</td>
    </tr>
  )
}
