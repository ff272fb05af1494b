import type { SigningMode } from 'shared/contract'
import type { ModeChoice } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { type FrozenReason, findFrozen } from '../documents/frozen.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'

export type ModeServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'certified' | 'signingAgent'>

const fixedTexts: Readonly<Record<FrozenReason['kind'], string>> = {
  signed: 'El documento ya tiene firmas: el modo de firma no se puede cambiar.',
  'signed-elsewhere': 'El archivo ya traía firmas, y con ellas solo se puede completar con firma electrónica.',
  answered:
    'Alguien ya dio su visto bueno o confirmó su lectura de este documento como está. Para cambiar el modo, súbelo de nuevo.',
  invited:
    'El documento ya se envió a firmar. Para cambiar el modo, retira antes las invitaciones que siguen abiertas.',
  'public-link': 'El documento tiene una URL pública de firma. Para cambiar el modo, deja antes de compartirlo.',
}

const unavailableBecause = ({ certified, signingAgent }: ModeServices): string | null => {
  if (certified === null)
    return 'Este sitio no tiene configuradas las autoridades nacionales y su sello de tiempo. Pídelo a quien lo administra.'
  if (signingAgent === 'simulated')
    return 'Este sitio no tiene configurado un medio para firmar con certificado. Pídelo a quien lo administra.'
  return null
}

const viewChoice = async (
  services: ModeServices,
  db: ApiDatabase,
  documentId: number,
  mode: SigningMode,
): Promise<ModeChoice> => {
  const frozen = await findFrozen(db, documentId, services.clock())
  return { mode, fixed: frozen && fixedTexts[frozen.kind], unavailable: unavailableBecause(services) }
}

/** @returns the mode and, in Spanish, why it cannot be changed */
export const getSigningMode = async (
  services: ModeServices,
  userId: number,
  documentId: number,
): Promise<ModeChoice> => {
  const { db } = services
  const { signing_mode: mode } = await ownDocument(db, userId, documentId)
  return viewChoice(services, db, documentId, mode)
}

interface Change {
  readonly userId: number
  readonly documentId: number
  readonly mode: SigningMode
}

/**
 * In the caller's transaction, also for documents from templates.
 *
 * @throws ApiError as `setSigningMode`
 */
export const changeMode = async (
  db: ApiDatabase,
  services: ModeServices,
  { userId, documentId, mode }: Change,
): Promise<ModeChoice> => {
  const document = await ownDocument(db, userId, documentId)
  checkNotCancelled(document)
  const choice = await viewChoice(services, db, documentId, mode)
  if (document.signing_mode === mode) return choice
  if (choice.fixed !== null) throw new ApiError('DOCUMENT_FROZEN', { message: choice.fixed })
  if (mode === 'certified' && choice.unavailable !== null)
    throw new ApiError('MODE_UNAVAILABLE', { message: choice.unavailable })
  await db.updateTable('documents').set({ signing_mode: mode }).where('id', '=', documentId).execute()
  const event = { at: services.clock(), kind: 'mode-changed' as const, actor: `user:${userId}`, data: { mode } }
  await appendEvent(db, documentId, event)
  return choice
}

/** One document whose mode is fixed refuses the change for the whole sending. */
const changeModes = async (db: ApiDatabase, services: ModeServices, wanted: Change): Promise<ModeChoice> => {
  const choice = await changeMode(db, services, wanted)
  const together = await documentsTogether(db, await ownDocument(db, wanted.userId, wanted.documentId))
  for (const { id } of together.filter((each) => each.id !== wanted.documentId))
    await changeMode(db, services, { ...wanted, documentId: id })
  return choice
}

/**
 * Of the whole sending. Only before the first invitation or signature.
 * @throws ApiError DOCUMENT_FROZEN, MODE_UNAVAILABLE, DOCUMENT_CANCELLED, NOT_FOUND
 */
export const setSigningMode = (services: ModeServices, wanted: Change): Promise<ModeChoice> =>
  changeTogether(services, wanted, (transaction) => changeModes(transaction, services, wanted))
