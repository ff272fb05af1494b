import { PdfLexer } from '../../syntax/lexer.ts'
import type { ObjectReader } from '../../syntax/object-reader.ts'
import { isArray, isDict, isString, type PdfDict, type PdfObject } from '../../syntax/objects.ts'
import type { PdfDocument } from '../../syntax/pdf-document.ts'
import { PdfError } from '../../syntax/pdf-error.ts'
import { equalObjects, type RevisionStep } from '../revision-step.ts'
import { readFormTree } from './form-nodes.ts'

/** New form resources are harmless; replaced ones are not. */
export function compareResources(step: RevisionStep, old: PdfDict | undefined, now: PdfDict): void {
  const a = old === undefined ? null : step.before.objects.get(old, 'DR')
  const b = step.after.objects.get(now, 'DR')
  const isKept = a === null || (isDict(a) && isDict(b) && holdsAll(step, a, b, 1))
  if (!isKept || namesMissing(step, a, b)) {
    step.report('font')
    return
  }
  step.explainNew(now.entries.get('DR'))
  step.report('form-settings', { detail: 'DR' })
}

/** Category and name: a picture's name is not a font's. */
function resourceNames(objects: ObjectReader, resources: PdfObject): Map<string, string> {
  const found = new Map<string, string>()
  for (const [category, value] of isDict(resources) ? resources.entries : []) {
    const named = objects.resolve(value)
    for (const name of isDict(named) ? named.entries.keys() : []) found.set(`${category}/${name}`, name)
  }
  return found
}

/**
 * Decoded names of a default appearance (ISO 32000-2, 12.7.4.3).
 * @returns undefined if readers may see other names
 */
function namesIn(look: Uint8Array): string[] | undefined {
  const names: string[] = []
  const lexer = new PdfLexer(look)
  try {
    for (let at = look.indexOf(0x2f); at >= 0; at = look.indexOf(0x2f, lexer.position)) {
      lexer.position = at
      names.push(lexer.readName())
    }
    return names
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** The form, its fields, and notes, which may have no appearance. */
function* defaultLooks(document: PdfDocument): Generator<PdfDict> {
  const form = readFormTree(document)
  if (form.dict !== undefined) yield form.dict
  for (const { dict } of form.nodes.values()) yield dict
  for (const { dict } of document.pages()) {
    const list = document.objects.get(dict, 'Annots')
    for (const item of isArray(list) ? list.items : []) {
      const annotation = document.objects.resolve(item)
      if (isDict(annotation)) yield annotation
    }
  }
}

/** True if something signed already uses the new resource. */
function namesMissing({ before, after }: RevisionStep, a: PdfObject, b: PdfObject): boolean {
  const old = resourceNames(before.objects, a)
  const fresh = new Set([...resourceNames(after.objects, b)].flatMap(([key, name]) => (old.has(key) ? [] : [name])))
  if (fresh.size === 0) return false
  for (const dict of defaultLooks(before)) {
    const look = before.objects.get(dict, 'DA')
    if (!isString(look)) continue
    const names = namesIn(look.bytes)
    if (names === undefined || names.some((name) => fresh.has(name))) return true
  }
  return false
}

function holdsAll(step: RevisionStep, a: PdfDict, b: PdfDict, depth: number): boolean {
  return [...a.entries].every(([key, value]) => {
    const now = b.entries.get(key)
    if (equalObjects(value, now)) return true
    const [inner, innerNow] = [step.before.objects.resolve(value), step.after.objects.resolve(now)]
    return depth > 0 && isDict(inner) && isDict(innerNow) && holdsAll(step, inner, innerNow, depth - 1)
  })
}
