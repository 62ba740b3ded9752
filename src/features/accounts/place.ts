import { countryName } from '@/shared/formats-apart'
import { t } from '@/shared/i18n'

/** The place of an address in words, in the language that is spoken: "Germany"; null where it is not known. */
export const placeName = (place: string | null): string | null =>
  place === null ? null : place === 'local' ? t('Local network') : countryName(place)
