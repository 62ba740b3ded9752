import { expect, it } from 'vitest'
import {
  AUDIO_PRESETS,
  cameraWanted,
  endingOf,
  PIECE,
  screenWanted,
  soundWanted,
  VIDEO_PRESETS,
} from './presets'
import { badgeOf, clock } from './recording-words'

it('9.9 presets of film and sound, with what the browser does to a microphone, in pieces of a second', () => {
  expect(VIDEO_PRESETS).toEqual({
    low: { width: 640, height: 480, frameRate: 15 },
    medium: { width: 1280, height: 720, frameRate: 30 },
    high: { width: 1920, height: 1080, frameRate: 30 },
    ultra: { width: 2560, height: 1440, frameRate: 60 },
  })
  expect(AUDIO_PRESETS).toEqual({
    low: { channelCount: 1, sampleRate: 22_050 },
    medium: { channelCount: 1, sampleRate: 44_100 },
    high: { channelCount: 2, sampleRate: 48_000 },
  })
  expect(cameraWanted('low')).toEqual({ video: { width: 640, height: 480, frameRate: 15 } })
  expect(screenWanted('high')).toEqual({
    video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: 30 },
    audio: true,
  })
  expect(soundWanted('high')).toEqual({
    audio: {
      channelCount: 2,
      sampleRate: 48_000,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  })
  expect(PIECE).toBe(1_000)
})

it('9.9 a file ends as what is in it, and the badge stops at nine', () => {
  expect(['video/webm;codecs=vp9,opus', 'audio/webm', 'image/png', 'video/mp4'].map(endingOf)).toEqual([
    'webm',
    'webm',
    'png',
    'mp4',
  ])
  expect([0, 9, 10, 400].map(badgeOf)).toEqual(['0', '9', '9+', '9+'])
})

it('4.7 the timer ticks in seconds', () => {
  expect([0, 7.9, 65, 3_609].map(clock)).toEqual(['0:00', '0:07', '1:05', '1:00:09'])
})
