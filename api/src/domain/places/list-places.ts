import type { ReplyOf } from 'shared/contract'
import type { DocumentPlaceFound, findPlacesCall } from 'shared/contract/places'
import { wordsOfPdf } from '../../platform/names/words-of-pdf.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ThreadFailure } from '../../platform/threads/thread-task.ts'
import { ownDocument } from '../access/document-access.ts'
import { currentRevision } from '../documents/revisions.ts'
import { findPlacesTask, type PlaceOfPage, type ReadPlaces } from './find-places-task.ts'

const viewPlace = ({ kind, source, page, rect, role, label, required }: PlaceOfPage): DocumentPlaceFound => ({
  kind,
  // A signature field of the file asks as plainly as a tag.
  source: source === 'field' ? 'tag' : source,
  page,
  x_relative: rect.x,
  y_relative: rect.y,
  width_relative: rect.width,
  height_relative: rect.height,
  role: role === undefined ? null : wordsOfPdf(role),
  label: wordsOfPdf(label),
  required,
})

const readOrNothing = async ({ threads }: Pick<ApiServices, 'threads'>, bytes: Uint8Array): Promise<ReadPlaces> => {
  try {
    return await threads.run(findPlacesTask, { bytes })
  } catch (error) {
    // Time, memory or a crash: another attempt would meet the same.
    if (error instanceof ThreadFailure && error.kind !== 'starved') return { places: [], isComplete: false }
    throw error
  }
}

/**
 * Places of the newest revision, by the rules and the reader of the editor. Changes nothing.
 *
 * @throws ApiError NOT_FOUND, also for other owners; OverloadError, BlobFaultError
 */
export const listPlaces = async (
  services: Pick<ApiServices, 'db' | 'blobs' | 'threads'>,
  userId: number,
  documentId: number,
): Promise<ReplyOf<typeof findPlacesCall>> => {
  const { db, blobs } = services
  const document = await ownDocument(db, userId, documentId)
  const { sha256 } = await currentRevision(db, document.id)
  const { places, isComplete } = await readOrNothing(services, await blobs.read(sha256))
  return { places: places.map(viewPlace), is_complete: isComplete }
}
