import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DataStore, Upload } from '@tus/server'
import type { SignedInContext } from '@/server/context'
import { LIMITS } from '@/shared/limits'
import * as uploads from './uploads.service'

/** What one request says beside what the protocol's own code reads. */
export interface Asked {
  /** The page of an upload that begins; null: the caller alone. */
  documentId: string | null
  name: string
  /** Bytes of the body, where it says. */
  statedSize: number | null
  /** SHA-256 of the body in base64, where it says. */
  sha256: string | null
}

/** Uploads as `@tus/server` asks for them, in one request of one person. */
export class PartStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'checksum',
    'expiration',
    'termination',
  ]
  private readonly ctx: SignedInContext
  private readonly asked: Asked

  constructor(ctx: SignedInContext, asked: Asked) {
    super()
    this.ctx = ctx
    this.asked = asked
  }

  override async create(upload: Upload): Promise<Upload> {
    const { documentId, name } = this.asked
    await uploads.beginUpload(this.ctx, { id: upload.id, documentId, name, length: upload.size ?? null })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { offset, length, expiresAt } = await uploads.uploadState(this.ctx, id)
    const creation_date = new Date(Date.parse(expiresAt) - uploads.WAIT_MS).toISOString()
    return new Upload({ id, offset, creation_date, ...(length !== null && { size: length }) })
  }

  override async write(body: Readable, id: string, start: number): Promise<number> {
    const { statedSize, sha256 } = this.asked
    try {
      return await uploads.receivePart(this.ctx, id, { start, statedSize, sha256, body })
    } catch (error) {
      // A browser hears why a part is refused once the rest of it has been taken; of a longer body it only learns that it failed.
      if (!body.destroyed && (statedSize ?? 0) <= 2 * LIMITS.uploadPart) {
        body.resume()
        await finished(body).catch(() => undefined)
      }
      throw error
    }
  }

  override declareUploadLength(id: string, length: number): Promise<void> {
    return uploads.stateLength(this.ctx, id, length)
  }

  override remove(id: string): Promise<void> {
    return uploads.cancelUpload(this.ctx, id)
  }

  override getExpiration(): number {
    return uploads.WAIT_MS
  }
}
