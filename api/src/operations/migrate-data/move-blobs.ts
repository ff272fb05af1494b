import type pg from 'pg'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { MoveError } from './move-error.ts'
import type { MoveProgress } from './move-rows.ts'

interface Blobs {
  readonly from: Pick<BlobStore, 'read'>
  readonly to: Pick<BlobStore, 'put' | 'read'>
}

const isMoved = async (client: pg.Client, sha256: string): Promise<boolean> => {
  const { rowCount } = await client.query('select 1 from moved_blobs where sha256 = $1', [sha256])
  return rowCount === 1
}

/**
 * Verifies each copy; `read` checks the hash.
 * @throws MoveError if a source file is missing or damaged
 */
export const moveBlobs = async (
  client: pg.Client,
  addresses: readonly string[],
  { from, to }: Blobs,
  { say }: MoveProgress,
): Promise<void> => {
  for (const [index, sha256] of addresses.entries()) {
    if (await isMoved(client, sha256)) continue
    const bytes = await from.read(sha256).catch((cause: unknown) => {
      throw new MoveError(`El archivo ${sha256} de la instalación de origen falta o está dañado.`, { cause })
    })
    await to.put(bytes)
    await to.read(sha256)
    await client.query('insert into moved_blobs (sha256) values ($1)', [sha256])
    say(`Archivo ${index + 1} de ${addresses.length}: ${bytes.byteLength} bytes copiados y comprobados`)
  }
}

/** @throws BlobFaultError */
export const verifyBlobs = async (
  addresses: readonly string[],
  to: Pick<BlobStore, 'read'>,
  { say }: MoveProgress,
): Promise<void> => {
  let bytes = 0
  for (const sha256 of addresses) bytes += (await to.read(sha256)).byteLength
  say(`Archivos: ${addresses.length}, ${bytes} bytes comprobados`)
}
