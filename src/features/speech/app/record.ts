/** What is being recorded. */
export interface Recording {
  /** Ends it, and answers what was recorded. */
  finish(): Promise<Blob>
  /** Resolves when it has ended by itself: the microphone was unplugged, or taken away in the browser's own controls. */
  broken: Promise<void>
  /** Ends it and forgets it. Also after `finish`, and more than once. */
  close(): void
}

/** product.md 9.9: echo cancellation, noise suppression and automatic gain. */
const MICROPHONE = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
/** Milliseconds after which what was recorded is kept (product.md 9.9). */
const EVERY = 1_000

/** Records the microphone. Rejects when the person or the browser does not allow it, or there is none. */
export async function recordMicrophone(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: MICROPHONE })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    const recorder = new MediaRecorder(stream)
    const parts: Blob[] = []
    let isFinished = false
    const broken = Promise.withResolvers<void>()
    const ended = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => void parts.push(data)
      recorder.onstop = () => {
        if (!isFinished) broken.resolve()
        close()
        resolve(new Blob(parts, { type: recorder.mimeType }))
      }
    })
    recorder.start(EVERY)
    return {
      broken: broken.promise,
      finish() {
        isFinished = true
        if (recorder.state !== 'inactive') recorder.stop()
        return ended
      },
      close() {
        isFinished = true
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
