import {
  isArray,
  isDict,
  isRef,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  type PdfRef,
} from '../syntax/index.ts'

/** With inherited entries (ISO 32000-2, 12.7.4.1). */
export interface FormWidget {
  /** Undefined for a direct object. */
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  /** Own or inherited: FT, V, DA, Ff, Q, MaxLen, Opt. */
  readonly get: (key: string) => PdfObject
}

const INHERITED = ['FT', 'V', 'DA', 'Ff', 'Q', 'MaxLen', 'Opt'] as const
type Inherited = ReadonlyMap<string, PdfObject>

/** @throws PdfError PDF_TOO_COMPLEX beyond the limits, loops included */
export const formWidgets = (document: PdfDocument): readonly FormWidget[] => {
  const { objects, limits } = document
  const form = document.acroForm()
  const widgets: FormWidget[] = []
  let nodes = 0
  const visit = (node: PdfObject, from: Inherited, depth: number): void => {
    if (++nodes > limits.treeNodes || depth > limits.treeDepth)
      throw new PdfError('PDF_TOO_COMPLEX', 'the form has too many fields')
    const dict = objects.resolve(node)
    if (!isDict(dict)) return
    const own = new Map(from)
    for (const key of INHERITED) if (dict.entries.has(key)) own.set(key, objects.get(dict, key))
    const kids = objects.get(dict, 'Kids')
    if (isArray(kids)) for (const kid of kids.items) visit(kid, own, depth + 1)
    else widgets.push({ ref: isRef(node) ? node : undefined, dict, get: (key) => own.get(key) ?? null })
  }
  const roots = form === undefined ? null : objects.get(form, 'Fields')
  const defaults = new Map<string, PdfObject>()
  for (const key of ['DA', 'Q']) if (form?.entries.has(key)) defaults.set(key, objects.get(form, key))
  if (isArray(roots)) for (const root of roots.items) visit(root, defaults, 0)
  return widgets
}
