import { isArray, isDict, isName, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import type { ByteSpan, SignatureListing } from './list-signatures.ts'
import { equalObjects } from './revision-step.ts'

/** Keys of /Perms and transform methods. */
export const USAGE_RIGHTS: readonly string[] = ['UR', 'UR3']

/** Direct entries only: a later revision may replace others. */
const transformsRights = (reference: PdfObject): boolean => {
  const method = isDict(reference) ? reference.entries.get('TransformMethod') : undefined
  return isName(method) && USAGE_RIGHTS.includes(method.value)
}

const grantsRights = ({ entries }: PdfDict): boolean => {
  const type = entries.get('Type') ?? null
  const references = entries.get('Reference')
  const isSignature = type === null || (isName(type) && type.value === 'Sig')
  return isSignature && isArray(references) && references.items.length > 0 && references.items.every(transformsRights)
}

/** The gap of /ByteRange shows which object was signed. */
const coversItself = ({ entries }: PdfDict, { start, end }: ByteSpan): boolean => {
  const range = entries.get('ByteRange')
  const [first, gapStart, gapEnd] = isArray(range) ? range.items : []
  return first === 0 && typeof gapStart === 'number' && typeof gapEnd === 'number' && start < gapStart && gapEnd <= end
}

/**
 * Finds the objects with usage rights (ISO 32000-1, 12.8.2.3):
 * Adobe's reader permissions, not a signature of a person.
 * Excludes any other signature that /Perms names. A catalog that
 * holds the rights repeats them in each revision, so an equal
 * dictionary is one, too.
 * @throws PdfError
 */
export function locateUsageRights(document: PdfDocument, { signatures }: SignatureListing): ByteSpan[] {
  const { catalog, objects } = document
  const permissions = objects.get(catalog, 'Perms')
  if (!isDict(permissions)) return []
  const inForm = new Set(document.signatureFields().map(({ value }) => value))
  return USAGE_RIGHTS.flatMap((key) => {
    const dict = objects.get(permissions, key)
    if (!isDict(dict) || inForm.has(dict) || !grantsRights(dict)) return []
    const equal = signatures.filter((each) => equalObjects(each.dict, dict)).flatMap(({ span }) => span ?? [])
    const alone = equal.filter(({ start }) => signatures.filter(({ span }) => span?.start === start).length === 1)
    return alone.some((span) => coversItself(dict, span)) ? alone : []
  })
}
