import { fetchAs } from '@/app/rpc'
import { PEAKS } from '@/blocks/media/media-facts'

/** Sound that servers have no decoder for. */
const NOT_READ_THERE = /^audio\/(?:mp4|x-m4a|m4a|aac|aacp|flac|x-flac)$/
/** A larger file takes too much memory to be decoded for this. */
const MOST_BYTES = 30 * 1024 * 1024
/** Samples a second that it is decoded to: enough to see how loud it is. */
const RATE = 8_000

/** Is this sound of which only this browser can tell how loud it is? */
export const isHeardHereAlone = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  NOT_READ_THERE.test(type) && size <= MOST_BYTES

/**
 * Tells the server how loud each part of a sound is that was just uploaded, as this browser hears it. What it cannot decode, and what cannot be
 * sent, is shown without. `as`: the headers that say whose it is.
 */
export async function sendPeaks(
  file: File,
  id: string,
  as: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await file.arrayBuffer())
    const peaks = peaksOf(Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at)))
    await fetchAs(`/api/files/${id}/media/peaks`, { method: 'PUT', body: peaks, signal: signal ?? null }, as)
  } catch {
    // It plays as well without.
  }
}

/** How loud each part of these channels is, one byte each. */
export function peaksOf(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const peaks = new Uint8Array(PEAKS)
  for (const channel of channels)
    for (let part = 0; part < PEAKS; part++) {
      const [from, to] = [part, part + 1].map((at) => Math.floor((at * channel.length) / PEAKS))
      let loudest = 0
      for (let at = from!; at < to!; at++) loudest = Math.max(loudest, Math.abs(channel[at]!))
      peaks[part] = Math.max(peaks[part]!, Math.round(Math.min(1, loudest) * 255))
    }
  return peaks
}
