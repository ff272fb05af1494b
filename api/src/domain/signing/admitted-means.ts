import type { DocumentMode, SigningWay } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'

const admitted = new Map<string, readonly SigningWay[]>([
  ['electronic', ['simulated', 'firmador', 'fva', 'fva-simulator', 'own-program']],
  ['certified', ['firmador', 'fva', 'fva-simulator', 'own-program']],
] satisfies [DocumentMode, readonly SigningWay[]][])

/**
 * States which ways of signing a document admits; none for an unknown mode.
 * In mode `certified`, `openCardCertificate` must accept the certificate as well.
 */
export const admittedMeans = (mode: string): readonly SigningWay[] => admitted.get(mode) ?? []

export const checkMeans = async (db: Db, documentId: number, way: SigningWay): Promise<void> => {
  const document = db.selectFrom('documents').select('signing_mode').where('id', '=', documentId)
  const { signing_mode: mode } = await document.executeTakeFirstOrThrow()
  if (!admittedMeans(mode).includes(way)) throw new ApiError('CERTIFIED_ONLY')
}
