import type { BlockHost, FileInfo } from '@/blocks/kit/block-program'

/** Keeps a file at the server of the small page (test/kept-files.ts). */
export const uploadFile: NonNullable<BlockHost['upload']> = (file, { signal, onProgress } = {}) =>
  new Promise<FileInfo>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/files?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status === 201
        ? resolve(JSON.parse(request.responseText) as FileInfo)
        : reject(new Error(request.responseText))
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
