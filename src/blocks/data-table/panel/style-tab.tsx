import { useMemo, useState } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { UploadButton } from '@/ui/upload-button'
import { LONGEST_CSS, scopedCss } from '../../kit/scoped-css'
import type { TabProps } from './data-table-panel'

const count = (number: number): string => inFigures(number)

/** Styles of the person's own, used only inside of the table (rulings 3). Files are CSS and nothing else (product.md 5.16). */
export function StyleTab({ draft, onChange }: TabProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { dropped } = useMemo(() => scopedCss(draft.customCss, '[data-block-id="x"]'), [draft.customCss])
  const upload = async (file: File) => {
    if (file.type !== 'text/css') setFault(t('Only CSS files can be used here.'))
    else if (file.size > LONGEST_CSS)
      setFault(t('Styles have up to {count} characters.', { count: count(LONGEST_CSS) }))
    else {
      setFault(null)
      onChange({ customCss: await file.text() })
    }
  }
  return (
    <div className="data-dialog-fields">
      <div className="data-dialog-bar">
        <UploadButton
          label={t('Upload CSS')}
          fileLabel={t('File with styles')}
          accept="text/css,.css"
          onFile={upload}
        />
      </div>
      <div role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </div>
      <textarea
        className="data-dialog-code"
        rows={10}
        maxLength={LONGEST_CSS}
        aria-label={t('Styles of the table')}
        spellCheck={false}
        placeholder={
          'th { color: rebeccapurple }\ntr:nth-child(even) td { background: var(--color-surface) }'
        }
        value={draft.customCss}
        onChange={(event) => onChange({ customCss: event.currentTarget.value })}
      />
      {dropped.length > 0 && (
        <div role="status" className="text-xs text-warning">
          {t('Left out, as it could reach beyond the table: {value}', {
            value: [...new Set(dropped)].slice(0, 8).join(', '),
          })}
        </div>
      )}
    </div>
  )
}
