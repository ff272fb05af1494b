import type { SendingDocument } from 'shared/http/deferred'
import type { Tone } from 'shared/ui'
import { sendingTexts } from './texts.ts'

const { states } = sendingTexts

export interface SendingState {
  readonly tone: Tone
  readonly text: string
}

/** Signed by all, and the seal is still being made. */
export const isSealing = ({ status, is_signed, seal_failed }: SendingDocument): boolean =>
  is_signed && !seal_failed && status !== 'COMPLETED' && status !== 'CANCELLED'

export const sendingDocumentState = (document: SendingDocument): SendingState => {
  const { status, fields_signed: signed, fields_total: total } = document
  if (document.seal_failed) return { tone: 'error', text: states.sealFailed }
  if (status === 'CANCELLED') return { tone: 'neutral', text: states.cancelled }
  if (status === 'COMPLETED') return { tone: 'success', text: states.complete }
  if (isSealing(document)) return { tone: 'info', text: states.sealing }
  if (total === 0) return { tone: 'warning', text: states.noFields }
  return { tone: 'neutral', text: states.signed(signed, total) }
}

/** The documents that keep the sending from leaving. */
export const withoutFields = (documents: readonly SendingDocument[]): readonly SendingDocument[] =>
  documents.filter(({ status, fields_total: total }) => total === 0 && status !== 'CANCELLED')

/** Swaps the document with its neighbour; the same order at an end. */
export const movedIds = (ids: readonly number[], id: number, step: -1 | 1): number[] => {
  const from = ids.indexOf(id)
  const other = ids[from + step]
  if (from < 0 || other === undefined) return [...ids]
  return ids.map((each) => (each === id ? other : each === other ? id : each))
}
