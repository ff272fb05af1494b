import type { UserFile } from 'shared/contract'
import { formatCount, formatSignerNames } from '../format.ts'
import { type DocumentFilters, isFiltered } from './document-filters.ts'
import { statusLabels } from './labels.ts'
import { personKey } from './person-key.ts'

/** '3 documentos coinciden', 'Primeros 24 documentos' */
export const foundMessage = (count: number, more: boolean, filters: DocumentFilters): string => {
  const documents = formatCount(count, 'documento', 'documentos')
  if (!isFiltered(filters)) return more ? `Primeros ${documents}` : documents
  if (count === 0) return 'Ningún documento coincide'
  if (more) return `Primeros ${documents} que coinciden`
  return `${documents} ${count === 1 ? 'coincide' : 'coinciden'}`
}

/** 'Se agregaron 24 documentos; ahora se muestran 48' */
export const addedMessage = (added: number, total: number): string => {
  const documents = formatCount(added, 'documento', 'documentos')
  return `${added === 1 ? 'Se agregó' : 'Se agregaron'} ${documents}; ahora se muestran ${total}`
}

const newSignatures = (before: UserFile, after: UserFile): string[] => {
  const signedBefore = new Set(before.signers.flatMap(({ field_id, signed_at }) => (signed_at ? [field_id] : [])))
  const signed = after.signers.filter(({ field_id, signed_at }) => signed_at && !signedBefore.has(field_id))
  const keys = signed.map(personKey)
  return signed.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).map(({ name }) => name)
}

/** 'contrato.pdf: firmó Ana'; undefined for minor changes. */
export const changeMessage = (before: UserFile, after: UserFile): string | undefined => {
  const signers = newSignatures(before, after)
  if (signers.length > 0) {
    const complete = after.is_signed && !before.is_signed ? '; ya tiene todas las firmas' : ''
    return `${after.original_filename}: ${signers.length === 1 ? 'firmó' : 'firmaron'} ${formatSignerNames(signers)}${complete}`
  }
  return before.status === after.status ? undefined : `${after.original_filename}: ${statusLabels[after.status].label}`
}

export const changesMessage = (before: readonly UserFile[], after: readonly UserFile[]): string => {
  const old = new Map(before.map((file) => [file.id, file]))
  const changes = after.flatMap((file) => {
    const known = old.get(file.id)
    return (known && known !== file && changeMessage(known, file)) || []
  })
  return changes.join('. ')
}
