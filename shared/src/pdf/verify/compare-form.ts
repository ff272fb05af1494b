import { isArray, isDict, isNamed, isRef, type PdfDict, type PdfObject } from '../objects.ts'
import { belongings, type Form, type FormNode, readForm, replaceable } from './form-nodes.ts'
import { differentKeys, equalObjects, type RevisionStep } from './revision-step.ts'

/** What filling in may change of a field or widget: its value, how it looks, when. */
const FILLED = new Set(['V', 'AP', 'AS', 'M', 'I', 'RV'])
/** What signing a prepared field may change; its flags, because some lock it then. */
const SIGNED = new Set(['V', 'AP', 'AS', 'M', 'F'])

/** New signature fields: those that a signature made for itself. The pages' lists of annotations may hold them. */
export interface ComparedForm {
  readonly newWidgets: ReadonlySet<number>
  readonly nodes: ReadonlyMap<number, FormNode>
}

/** The form before and after: filled, signed, added, removed, changed. */
export function compareForm(step: RevisionStep): ComparedForm {
  const before = readForm(step.before)
  const after = readForm(step.after)
  const newWidgets = new Set<number>()
  for (const node of before.nodes.values()) {
    if (!after.nodes.has(node.num)) step.report('field-removed', { field: node.name })
  }
  for (const node of after.nodes.values()) {
    const old = before.nodes.get(node.num)
    if (old === undefined) addNode(step, node, newWidgets)
    else compareNode(step, old, node)
  }
  compareFormDictionary(step, before, after, newWidgets)
  return { newWidgets, nodes: after.nodes }
}

const isTimeStamp = (value: PdfObject): boolean =>
  isDict(value) && isNamed(value.entries.get('SubFilter') ?? null, 'ETSI.RFC3161')

const isSignature = (value: PdfObject): boolean => isDict(value) && value.entries.has('ByteRange')

/** Readers show nothing of a field whose rectangle has no area. */
function isInvisible(step: RevisionStep, dict: PdfDict): boolean {
  const rect = step.after.objects.get(dict, 'Rect')
  if (!isArray(rect)) return !dict.entries.has('AP')
  const [x0, y0, x1, y1] = rect.items
  return x0 === x1 || y0 === y1
}

function addNode(step: RevisionStep, node: FormNode, newWidgets: Set<number>): void {
  const isOwn = step.isNew(node.num) && node.type === 'Sig' && isSignature(node.value)
  if (!isOwn || node.dict.entries.has('AA') || node.dict.entries.has('A')) {
    step.explainNew({ kind: 'ref', num: node.num, gen: 0 })
    step.report('field-added', { field: node.name })
    return
  }
  newWidgets.add(node.num)
  step.explain(node.num)
  step.explainNew(node.dict)
  if (isTimeStamp(node.value) && isInvisible(step, node.dict)) step.report('time-stamp-added', { field: node.name })
  else if (!node.isWidget || node.dict.entries.has('V')) step.report('signature-field-added', { field: node.name })
}

function compareNode(step: RevisionStep, old: FormNode, now: FormNode): void {
  if (old.isSigned) {
    compareSigned(step, old, now)
    return
  }
  const signing = now.type === 'Sig' && isSignature(now.value)
  const keys = differentKeys(old.dict, now.dict)
  const allowed = signing ? SIGNED : FILLED
  const owned = [...replaceable(step.before, old)].filter((num) => step.changed.has(num))
  if (keys.length === 0 && owned.length === 0) return
  if (old.type !== now.type || old.name !== now.name || keys.some((key) => !allowed.has(key))) {
    step.explain(now.num)
    step.report('field-changed', { field: now.name, detail: keys.join(', ') })
    return
  }
  const valueChanged = !equalObjects(old.value, now.value)
  if (!valueChanged && !(now.type === 'Btn' && keys.includes('AS'))) {
    for (const num of [now.num, ...owned]) step.explain(num)
    for (const key of keys) step.explainNew(now.dict.entries.get(key))
    step.report('appearance-swapped', { field: now.name })
    return
  }
  for (const num of owned) step.explainReplaced(num, [now.num, ...replaceable(step.before, old)])
  step.explain(now.num)
  for (const key of keys) step.explainNew(now.dict.entries.get(key))
  if (now.type === 'Sig' && !signing) step.report('field-changed', { field: now.name })
  else if (!signing) step.report('field-filled', { field: now.name })
  else step.report(isTimeStamp(now.value) ? 'time-stamp-added' : 'signature-added', { field: now.name })
}

/** Nothing of a field that holds a signature may change: not the field, not how it looks, not the signature. */
function compareSigned(step: RevisionStep, old: FormNode, now: FormNode): void {
  const keys = differentKeys(old.dict, now.dict)
  if (keys.length > 0) {
    const onlyLook = keys.every((key) => key === 'AP' || key === 'AS')
    step.explain(now.num)
    for (const key of keys) step.explainNew(now.dict.entries.get(key))
    step.report(onlyLook ? 'appearance-swapped' : 'signed-field-changed', { field: old.name })
  }
  const touched = [...belongings(step.before, old)].filter((num) => step.changed.has(num))
  for (const num of touched) step.explain(num)
  if (touched.length > 0) step.report('appearance-swapped', { field: old.name })
}

function compareFormDictionary(step: RevisionStep, before: Form, after: Form, newWidgets: ReadonlySet<number>): void {
  if (after.dict === undefined) {
    if (before.dict !== undefined) step.report('form-changed')
    return
  }
  if (after.num !== undefined) step.explain(after.num)
  const old = before.dict
  const keys = old === undefined ? [...after.dict.entries.keys()] : differentKeys(old, after.dict)
  for (const key of keys) compareFormKey(step, key, old, after.dict, newWidgets)
  compareFieldList(step, old, after.dict, newWidgets)
}

function compareFormKey(
  step: RevisionStep,
  key: string,
  old: PdfDict | undefined,
  now: PdfDict,
  newWidgets: ReadonlySet<number>,
): void {
  if (key === 'Fields' || key === 'SigFlags') return
  // A form that a signature brings along may say how its own field looks.
  const brought = old === undefined && newWidgets.size > 0
  if (key === 'DR') compareResources(step, old, now)
  else if (brought && (key === 'DA' || key === 'Q')) step.report('form-settings', { detail: key })
  else step.report('form-changed', { detail: key })
}

/** Fonts and the like for fields: more of them are harmless, other ones in the place of those there are not. */
function compareResources(step: RevisionStep, old: PdfDict | undefined, now: PdfDict): void {
  const a = old === undefined ? null : step.before.objects.get(old, 'DR')
  const b = step.after.objects.get(now, 'DR')
  if (a !== null && !(isDict(a) && isDict(b) && holdsAll(step, a, b, 1))) {
    step.report('font')
    return
  }
  step.explainNew(now.entries.get('DR'))
  step.report('form-settings', { detail: 'DR' })
}

function holdsAll(step: RevisionStep, a: PdfDict, b: PdfDict, depth: number): boolean {
  return [...a.entries].every(([key, value]) => {
    const now = b.entries.get(key)
    if (equalObjects(value, now)) return true
    const [inner, innerNow] = [step.before.objects.resolve(value), step.after.objects.resolve(now)]
    return depth > 0 && isDict(inner) && isDict(innerNow) && holdsAll(step, inner, innerNow, depth - 1)
  })
}

/** The list of fields keeps what it had, in its order, and grows by the fields of signatures alone. */
function compareFieldList(
  step: RevisionStep,
  old: PdfDict | undefined,
  now: PdfDict,
  newWidgets: ReadonlySet<number>,
): void {
  const a = old === undefined ? null : step.before.objects.get(old, 'Fields')
  const b = step.after.objects.get(now, 'Fields')
  const place = now.entries.get('Fields')
  if (isRef(place)) step.explain(place.num)
  const items = isArray(b) ? b.items : []
  const kept = items.filter((item) => !(isRef(item) && newWidgets.has(item.num)))
  if (!equalObjects({ kind: 'array', items: kept }, { kind: 'array', items: isArray(a) ? a.items : [] })) {
    step.report('form-changed', { detail: 'Fields' })
  }
}
