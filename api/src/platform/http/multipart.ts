import type { FastifyRequest } from 'fastify'
import { SECOND_MS } from '../clock.ts'

const ABANDONED_BODY_GRACE = 5 * SECOND_MS

/** Sizes in bytes. */
interface MultipartLimits {
  readonly fileSize?: number
  readonly fieldSize?: number
  readonly fieldNameSize?: number
  readonly files: number
  readonly fields: number
  readonly parts?: number
}

export type MultipartPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: unknown }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly filename: string
      readonly bytes: AsyncIterable<Uint8Array>
      skip(): void
    }

export interface MultipartBody {
  readonly isMultipart: boolean
  /** Bytes, as the client states; 0 if it does not. */
  readonly statedSize: number
  /** In any order. */
  parts(limits: MultipartLimits): AsyncIterable<MultipartPart>
  /** Whether the connection failed. */
  isBroken(): boolean
  /** Lets the client read the response, then closes. */
  abandon(): void
}

const escapedCharacters: Readonly<Record<string, string>> = { '22': '"', '0D': '\r', '0A': '\n' }

/** Browsers escape these three and nothing else (HTML Standard, "multipart/form-data encoding algorithm"). */
const decodeFilename = (filename: string): string =>
  filename.replace(/%(22|0D|0A)/gi, (escaped, code: string) => escapedCharacters[code.toUpperCase()] ?? escaped)

async function* readParts(request: FastifyRequest, limits: MultipartLimits): AsyncGenerator<MultipartPart> {
  for await (const part of request.parts({ limits }))
    if (part.type === 'field') yield { kind: 'text', name: part.fieldname, value: part.value }
    else {
      const { fieldname: name, file } = part
      const filename = decodeFilename(part.filename)
      yield { kind: 'file', name, filename, bytes: file, skip: () => void file.resume() }
    }
}

const abandon = ({ raw }: FastifyRequest): void => {
  if (raw.readableEnded) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), ABANDONED_BODY_GRACE).unref()
  raw.once('close', () => clearTimeout(timer))
}

export const multipartBody = (request: FastifyRequest): MultipartBody => ({
  isMultipart: request.isMultipart(),
  statedSize: Number(request.headers['content-length'] ?? 0),
  parts: (limits) => readParts(request, limits),
  isBroken: () => request.raw.errored !== null,
  abandon: () => abandon(request),
})
