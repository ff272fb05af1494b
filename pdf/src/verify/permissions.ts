import { isArray, isDict, isName, isNameOf, isString, type PdfDict } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { decodeTextString } from '../syntax/text-string.ts'
import { type ChangeKind, type DocumentChange, makeChange, raiseLarge } from './changes.ts'

/** Restrictions on later changes (ISO 32000-1, 12.8.2). */
export interface DocumentPermissions {
  /** DocMDP: 1 nothing, 2 filling and signing, 3 also annotations. */
  readonly document: 1 | 2 | 3 | undefined
  /** FieldMDP. */
  locks(field: string): boolean
}

type Reader = Pick<PdfDocument, 'objects'>

function transforms({ objects }: Reader, signature: PdfDict): { method: string; parameters: PdfDict }[] {
  const references = objects.get(signature, 'Reference')
  if (!isArray(references)) return []
  return references.items.flatMap((item) => {
    const reference = objects.resolve(item)
    if (!isDict(reference)) return []
    const method = objects.get(reference, 'TransformMethod')
    const parameters = objects.get(reference, 'TransformParams')
    return isName(method) && isDict(parameters) ? [{ method: method.value, parameters }] : []
  })
}

/**
 * Reads FieldMDP parameters or /Lock: All, Include or Exclude (ISO 32000-2, 12.8.2.4).
 *
 * @returns whether a field, by its fully qualified name, is locked
 */
export function readLock({ objects }: Reader, parameters: PdfDict): (field: string) => boolean {
  const action = objects.get(parameters, 'Action')
  const list = objects.get(parameters, 'Fields')
  const names = (isArray(list) ? list.items : []).flatMap((item) => {
    const name = objects.resolve(item)
    return isString(name) ? [decodeTextString(name.bytes)] : []
  })
  const isNamed = (field: string): boolean => names.some((name) => field === name || field.startsWith(`${name}.`))
  if (!isName(action)) return () => false
  if (action.value === 'All') return () => true
  return action.value === 'Include' ? isNamed : (field) => !isNamed(field)
}

/** @param lock the field's: programs may ignore it (12.7.5.5) */
export function readPermissions(document: Reader, signature: PdfDict, lock?: PdfDict): DocumentPermissions {
  const found = transforms(document, signature)
  const certification = found.find(({ method }) => method === 'DocMDP')
  const level = certification && document.objects.get(certification.parameters, 'P')
  const locks = found
    .filter(({ method }) => method === 'FieldMDP')
    .map(({ parameters }) => readLock(document, parameters))
  if (lock !== undefined && isNameOf(lock.entries.get('Action') ?? null, 'Include'))
    locks.push(readLock(document, lock))
  return {
    document: certification === undefined ? undefined : level === 1 || level === 3 ? level : 2,
    locks: (field) => locks.some((isLocked) => isLocked(field)),
  }
}

/** Required to keep a document verifiable. */
const ALWAYS: ReadonlySet<ChangeKind> = new Set(['validation-data', 'time-stamp-added', 'metadata'])
const ANNOTATIONS: ReadonlySet<ChangeKind> = new Set(['annotation-added', 'annotation-changed', 'annotation-removed'])

/**
 * A drawing is a matter of course only if the signature that
 * vouches for it is valid and of a known authority: the one in
 * the field, or the one that locks the field.
 * @param trusted fields of such signatures
 */
export const settleOwners = (changes: readonly DocumentChange[], trusted: ReadonlySet<string>): DocumentChange[] =>
  changes.map(({ owners, ...each }) => {
    if (owners === undefined || owners.some((owner) => trusted.has(owner))) return each
    if (each.kind === 'signature-added') return { ...each, severity: 'notable' }
    const { kind: _, severity: __, ...where } = each
    return makeChange('field-filled', where)
  })

/** Applies /DocMDP and FieldMDP (ISO 32000-2, 12.8.2) of the signature to the changes after it. */
export function judgeChanges(changes: readonly DocumentChange[], permissions: DocumentPermissions): DocumentChange[] {
  return raiseLarge(changes).map((each) => {
    if (ALWAYS.has(each.kind)) return each
    // Without a rectangle it may be drawn anywhere.
    if (permissions.document === 3 && ANNOTATIONS.has(each.kind) && each.rect !== undefined)
      return { ...each, severity: 'notable' }
    const isLocked = each.field !== undefined && permissions.locks(each.field)
    if (permissions.document !== 1 && !isLocked) return each
    if (each.severity === 'suspicious') return each
    const { kind: detail, field } = each
    return makeChange('not-permitted', { detail, ...(field === undefined ? {} : { field }) })
  })
}
