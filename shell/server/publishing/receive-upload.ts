import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { parsePassedChecks } from 'shared/build/checks'
import { ReleaseIdSchema, type RemoteName } from 'shared/contract'
import { errorCode } from 'shared/server'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import { UNFINISHED_SUFFIX } from '../release-files/copy-folder.ts'
import { isPlain } from '../release-files/open-below.ts'

export interface UploadLimits {
  readonly files: number
  readonly fileBytes: number
  readonly totalBytes: number
  readonly timeMs: number
}

const PATH_LENGTH = 200
const RECORD_BYTES = 16 * 1024

/** First field of the body, as JSON. */
export const UploadHeadSchema = v.object({
  record: v.object({
    name: v.string(),
    release: ReleaseIdSchema,
    shared: v.string(),
    integrity: v.string(),
    files: v.string(),
  }),
  checks: v.optional(v.unknown()),
  canary: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))),
})

export interface UploadedRelease {
  /** Like a built package; its owner deletes it. */
  readonly root: string
  readonly release: string
  readonly canary: number | undefined
}

const refused = (message: string): ReleaseError => new ReleaseError('refused', `${message} No se publicó nada.`)

const parseRecord = (text: unknown, remote: RemoteName): v.InferOutput<typeof UploadHeadSchema> => {
  let value: unknown
  try {
    value = JSON.parse(String(text))
  } catch {
    throw refused('El envío no empieza con los datos de la versión.')
  }
  const upload = v.safeParse(UploadHeadSchema, value)
  if (!upload.success) throw refused('El envío no tiene los datos de una versión: constrúyela de nuevo.')
  const { name, release } = upload.output.record
  if (name !== remote) throw refused(`El token es de ${remote} y lo construido es de ${name}.`)
  if (!parsePassedChecks(upload.output.checks, release))
    throw refused(
      `Quien construyó ${name} ${release} no dejó constancia de que pasaron los tipos y las pruebas: ejecuta pnpm release ${name.replaceAll('_', '-')} --check donde están los fuentes, o remote release en su repositorio.`,
    )
  return upload.output
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Counts the bytes of all files. */
const createCounter = ({ totalBytes }: UploadLimits) => {
  let total = 0
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        total += chunk.length
        if (total > totalBytes) done(refused(`La versión pesa más de ${megabytes(totalBytes)}.`))
        else done(null, chunk)
      },
    })
}

const messages: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'La versión tiene demasiados archivos.',
  FST_PARTS_LIMIT: 'La versión tiene demasiados archivos.',
  FST_FIELDS_LIMIT: 'El envío tiene un campo que sobra.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'El envío no es de una versión.',
}

/** Failures of the disk stay as they are. */
const asReleaseError = (error: unknown): unknown => {
  if (error instanceof ReleaseError || typeof error !== 'object' || error === null || 'syscall' in error) return error
  return refused(messages[errorCode(error)] ?? 'El envío se cortó, o está mal formado.')
}

type Parts = ReturnType<FastifyRequest['parts']>

const isTaken = (error: unknown): boolean => ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(errorCode(error))

const writeFiles = async (parts: Parts, folder: string, limits: UploadLimits, signal: AbortSignal): Promise<void> => {
  const counted = createCounter(limits)
  for await (const part of parts) {
    if (part.type === 'field') throw refused('El envío tiene un campo que sobra.')
    const { filename = '', file } = part
    if (filename.length > PATH_LENGTH || !isPlain(filename)) throw refused('Un archivo tiene un nombre que no vale.')
    const target = join(folder, filename)
    try {
      await mkdir(dirname(target), { recursive: true })
      await pipeline(file, counted(), createWriteStream(target, { flags: 'wx' }), { signal })
    } catch (error) {
      throw isTaken(error) ? refused(`${filename} está dos veces.`) : error
    }
    if (file.truncated) throw refused(`${filename} pesa más de ${megabytes(limits.fileBytes)}.`)
  }
}

const fill = async (
  root: string,
  request: FastifyRequest,
  remote: RemoteName,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<UploadedRelease> => {
  const parts = request.parts({
    limits: {
      parts: limits.files + 2,
      files: limits.files,
      fileSize: limits.fileBytes,
      fields: 1,
      fieldSize: RECORD_BYTES,
    },
    preservePath: true,
  })
  const first = await parts.next()
  if (first.done || first.value.type !== 'field') throw refused('El envío no empieza con los datos de la versión.')
  const { record, canary } = parseRecord(first.value.value, remote)
  const folder = join(root, 'dist', record.release)
  await mkdir(folder, { recursive: true })
  await writeFiles(parts, folder, limits, signal)
  await writeFile(join(root, 'dist/build.json'), JSON.stringify(record))
  return { root, release: record.release, canary }
}

/** Paths of this machine say nothing to the team. */
const withoutPaths = ({ problem, message }: ReleaseError, root: string): ReleaseError =>
  new ReleaseError(problem, message.replaceAll(`${root}/`, '').replaceAll(root, 'lo enviado'))

/**
 * Not synced: a release or preview is a copy of it, and that is.
 * @param place where the upload is while it is used; it is deleted afterwards
 */
export const withUpload = async <T>(
  place: string,
  remote: RemoteName,
  request: FastifyRequest,
  limits: UploadLimits,
  use: (upload: UploadedRelease) => Promise<T>,
): Promise<T> => {
  const root = join(place, remote, `${randomUUID()}${UNFINISHED_SUFFIX}`)
  const late = new AbortController()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.abort()
    timeout.reject(refused(`El envío tardó más de ${Math.round(limits.timeMs / 1000)} s.`))
  }, limits.timeMs)
  try {
    const received = fill(root, request, remote, limits, late.signal).catch((error: unknown) => {
      throw asReleaseError(error)
    })
    const upload = await Promise.race([received, timeout.promise])
    clearTimeout(timer)
    return await use(upload).catch((error: unknown) => {
      throw error instanceof ReleaseError ? withoutPaths(error, root) : error
    })
  } finally {
    clearTimeout(timer)
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
