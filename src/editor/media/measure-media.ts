/** The size in pixels of a picture or video; `null` when it has none, or the browser cannot tell. */
export function measureMedia(file: File, url: string): Promise<{ width: number; height: number } | null> {
  return new Promise((done) => {
    const answer = (width: number, height: number) =>
      done(width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : null)
    if (file.type.startsWith('image/')) {
      const image = new Image()
      image.onload = () => answer(image.naturalWidth, image.naturalHeight)
      image.onerror = () => done(null)
      image.src = url
    } else if (file.type.startsWith('video/')) {
      const video = document.createElement('video')
      video.preload = 'metadata'
      video.onloadedmetadata = () => answer(video.videoWidth, video.videoHeight)
      video.onerror = () => done(null)
      video.src = url
    } else done(null)
  })
}
