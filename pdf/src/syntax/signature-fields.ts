import type { PdfLimits } from './limits.ts'
import type { ObjectReader } from './object-reader.ts'
import { isArray, isDict, isName, isString, type PdfDict, type PdfObject, type PdfRef } from './objects.ts'
import { malformedPdf } from './pdf-error.ts'
import { decodeTextString } from './text-string.ts'
import { createTreeGuard } from './tree-guard.ts'

/** ISO 32000-1, 12.7.4.5. */
export interface PdfSignatureField {
  /** Fully qualified: partial names joined by dots. */
  readonly name: string
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  readonly signed: boolean
  readonly value: PdfDict | undefined
}

/** `names`: of all fields, fully qualified. */
export interface FormFields {
  readonly names: ReadonlySet<string>
  readonly signatures: readonly PdfSignatureField[]
}

interface Inherited {
  readonly prefix: string
  readonly type: PdfObject
  readonly value: PdfObject
}

export const readSignatureFields = (
  objects: ObjectReader,
  form: PdfDict | undefined,
  limits: PdfLimits,
): readonly PdfSignatureField[] => readFormFields(objects, form, limits).signatures

/** Walks the field tree (12.7.3); refuses loops and too many nodes. */
export function readFormFields(objects: ObjectReader, form: PdfDict | undefined, limits: PdfLimits): FormFields {
  const names = new Set<string>()
  const signatures: PdfSignatureField[] = []
  const enter = createTreeGuard(limits, 'form', 'the form has too many fields')

  const visit = (node: PdfObject, inherited: Inherited, depth: number): void => {
    const ref = enter(node, depth)
    const dict = objects.resolve(node)
    if (!isDict(dict)) return
    const own = inherit(objects, dict, inherited)
    names.add(own.prefix)
    const kids = childFields(objects, dict)
    for (const kid of kids) visit(kid, own, depth + 1)
    if (kids.length === 0 && isName(own.type) && own.type.value === 'Sig') {
      signatures.push({
        name: own.prefix,
        ref,
        dict,
        signed: own.value !== null,
        value: isDict(own.value) ? own.value : undefined,
      })
    }
  }

  const roots = form === undefined ? null : objects.get(form, 'Fields')
  if (roots !== null && !isArray(roots)) throw malformedPdf('/Fields of the form is not an array')
  for (const root of roots?.items ?? []) visit(root, { prefix: '', type: null, value: null }, 0)
  return { names, signatures }
}

function inherit(objects: ObjectReader, dict: PdfDict, from: Inherited): Inherited {
  const partial = objects.get(dict, 'T')
  const own = isString(partial) ? decodeTextString(partial.bytes) : ''
  return {
    prefix: from.prefix !== '' && own !== '' ? `${from.prefix}.${own}` : from.prefix + own,
    type: objects.get(dict, 'FT') ?? from.type,
    value: objects.get(dict, 'V') ?? from.value,
  }
}

/** Kids with /T are fields; others are widgets of this field. */
function childFields(objects: ObjectReader, dict: PdfDict): PdfObject[] {
  const kids = objects.get(dict, 'Kids')
  if (!isArray(kids)) return []
  return kids.items.filter((kid) => {
    const child = objects.resolve(kid)
    return isDict(child) && child.entries.has('T')
  })
}
