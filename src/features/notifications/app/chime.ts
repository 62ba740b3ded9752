/** Two short notes, made here: there is no file to load. A browser that plays nothing before the first click stays silent. */
export function chime(): void {
  const audio = new AudioContext()
  const volume = new GainNode(audio, { gain: 0.06 })
  volume.connect(audio.destination)
  for (const [at, frequency] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const note = new OscillatorNode(audio, { type: 'sine', frequency })
    note.connect(volume)
    note.start(audio.currentTime + at)
    note.stop(audio.currentTime + at + 0.1)
    if (at > 0) note.onended = () => void audio.close()
  }
}
