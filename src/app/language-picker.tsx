import { useState } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { isTranslated, type Language, languageOfTags, TRANSLATED } from '@/shared/i18n/languages'
import { OWN_NAMES } from '@/shared/i18n/own-names'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'
import { chooseLanguage } from './choose-language'
import { chosenLanguage } from './language'

const DEVICE = 'device'

interface LanguagePickerProps {
  /** Keeps the choice elsewhere as well, before the screen is drawn anew. */
  onChoose?(language: Language | null): Promise<void>
  className?: string
}

/** The language of the interface, by the names that languages give themselves. */
export default function LanguagePicker({ onChoose, className }: LanguagePickerProps) {
  const [chosen, setChosen] = useState(chosenLanguage)
  const languages: Language[] = ['en', ...TRANSLATED]
  const device = OWN_NAMES[languageOfTags(navigator.languages)]
  const choose = async (language: Language | null) => {
    setChosen(language)
    try {
      await onChoose?.(language)
      if (chooseLanguage(language) === 'later') tellLater()
    } catch (error) {
      setChosen(chosenLanguage())
      toast.error(failureWords(error, t('Failed to update setting')))
    }
  }
  return (
    <Select
      label={t('Language')}
      value={chosen ?? DEVICE}
      options={[
        { value: DEVICE, label: t('Like this device ({name})', { name: device }) },
        ...languages.map((language) => ({ value: language, label: OWN_NAMES[language] })),
      ]}
      onValueChange={(value) => void choose(value === 'en' || isTranslated(value) ? value : null)}
      className={className}
    />
  )
}

/** Something is half-written on the screen, which would not stand there any more. */
const tellLater = () =>
  toast(t('The language changes when the page is loaded again. You have text that is not sent yet.'), {
    action: { label: t('Load now'), onClick: () => location.reload() },
  })
