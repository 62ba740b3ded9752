import { addTranslation, setLanguage } from 'media-chrome/utils/i18n.js'
import { language, t } from '@/shared/i18n'

/** What the parts of a player are called, by what media-chrome calls them. Names in braces it fills in itself. */
const words = (): Record<string, string> => {
  const play = t('Play')
  const pause = t('Pause')
  const mute = t('Mute')
  const unmute = t('Unmute')
  const captions = t('Captions')
  const speed = t('Speed')
  const enterFull = t('Enter full screen')
  const exitFull = t('Exit full screen')
  const enterWindow = t('Picture in picture')
  const exitWindow = t('Leave picture in picture')
  const back = t('Back {seconds} seconds', { seconds: '{seekOffset}' })
  const forward = t('Forward {seconds} seconds', { seconds: '{seekOffset}' })
  return {
    Play: play,
    play,
    Pause: pause,
    pause,
    Mute: mute,
    mute,
    Unmute: unmute,
    unmute,
    Captions: captions,
    'closed captions': captions,
    'Enable captions': t('Show captions'),
    'Disable captions': t('Hide captions'),
    'Playback rate': speed,
    'current playback rate': speed,
    'Playback rate {playbackRate}': t('Speed {speed}', { speed: '{playbackRate}' }),
    'Enter fullscreen mode': enterFull,
    'enter fullscreen mode': enterFull,
    'Exit fullscreen mode': exitFull,
    'exit fullscreen mode': exitFull,
    'Enter picture in picture mode': enterWindow,
    'enter picture in picture mode': enterWindow,
    'Exit picture in picture mode': exitWindow,
    'exit picture in picture mode': exitWindow,
    'Seek backward': t('Skip back'),
    'seek back {seekOffset} seconds': back,
    'Seek forward': t('Skip forward'),
    'seek forward {seekOffset} seconds': forward,
    'audio player': t('Audio player'),
    'video player': t('Video player'),
    volume: t('Volume'),
    seek: t('Go to a moment'),
    'playback time': t('Time played'),
    'media loading': t('Loading'),
    '{time} remaining': t('{time} left', { time: '{time}' }),
    '{currentTime} of {totalTime}': t('{part} of {whole}', { part: '{currentTime}', whole: '{totalTime}' }),
    'video not loaded, unknown time.': t('Not loaded yet'),
    hour: t('hour'),
    hours: t('hours'),
    minute: t('minute'),
    minutes: t('minutes'),
    second: t('second'),
    seconds: t('seconds'),
  }
}

/** Has players call their parts in the language of the interface; before the first one is made. The library knows some languages, and asks the browser for one. */
export function speakPlayer(): void {
  addTranslation(language(), words())
  setLanguage(language())
}
