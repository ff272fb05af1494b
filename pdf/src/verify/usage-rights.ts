import { Lexer } from '../syntax/lexer.ts'
import { ObjectParser } from '../syntax/object-parser.ts'
import { isArray, isDict, isName, isRef, type PdfDict, type PdfObject, type PdfRef } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import type { SignatureListing, Span } from './list-signatures.ts'

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
const coversItself = ({ entries }: PdfDict, { start, end }: Span): boolean => {
  const range = entries.get('ByteRange')
  const [first, gapStart, gapEnd] = isArray(range) ? range.items : []
  return first === 0 && typeof gapStart === 'number' && typeof gapEnd === 'number' && start < gapStart && gapEnd <= end
}

const spanOf = ({ bytes, limits }: PdfDocument, start: number): Span => {
  const parser = new ObjectParser(new Lexer(bytes, start), limits)
  parser.parseIndirect(() => 0)
  return { start, end: parser.lexer.position }
}

/** The object that contains a value, itself or an entry of one. */
const holderOf = (document: PdfDocument, key: string): PdfRef => {
  const { catalog, catalogRef, objects } = document
  const named = catalog.entries.get('Perms')
  const permissions = objects.resolve(named)
  const target = isDict(permissions) ? permissions.entries.get(key) : undefined
  if (isRef(target)) return target
  return isRef(named) ? named : catalogRef
}

/**
 * Finds the objects with usage rights (ISO 32000-1, 12.8.2.3):
 * Adobe's reader permissions, not a signature of a person.
 * Excludes any other signature that /Perms names.
 * @throws PdfError
 */
export function locateUsageRights(document: PdfDocument, { signatures }: SignatureListing): Span[] {
  const { catalog, objects } = document
  const permissions = objects.get(catalog, 'Perms')
  if (!isDict(permissions)) return []
  const inForm = new Set(document.signatureFields().map(({ value }) => value))
  return USAGE_RIGHTS.flatMap((key) => {
    const dict = objects.get(permissions, key)
    const entry = objects.entry(holderOf(document, key).num)
    if (entry?.type !== 'offset' || !isDict(dict) || inForm.has(dict) || !grantsRights(dict)) return []
    const span = spanOf(document, entry.offset)
    const isAlone = signatures.filter((each) => each.span?.start === span.start).length === 1
    return isAlone && coversItself(dict, span) ? [span] : []
  })
}
