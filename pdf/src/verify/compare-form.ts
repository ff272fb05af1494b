import { isArray, isDict, isNameOf, isRef, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { ChangeKind } from './changes.ts'
import { compareResources } from './form/compare-resources.ts'
import { findWidgets, type WidgetsOf } from './form/field-widgets.ts'
import { type FormNode, type FormTree, nodeBelongings, readFormTree, replaceableObjects } from './form/form-nodes.ts'
import { isFilling } from './form/is-filling.ts'
import { inkOf, joinInk } from './ink-of-annotation.ts'
import { readLock } from './permissions.ts'
import { differentKeys, equalObjects, objectOf, type RevisionStep } from './revision-step.ts'

interface NewWidget {
  readonly node: FormNode
  readonly isTimeStamp: boolean
  /** A page shows the widget, and a change reports it. */
  isReported: boolean
}

/** Results that the page comparison needs. */
export interface ComparedForm {
  /** Of the form dictionary, if it is an indirect object. */
  readonly num: number | undefined
  readonly before: ReadonlySet<number>
  readonly newWidgets: ReadonlyMap<number, NewWidget>
  readonly nodes: ReadonlyMap<number, FormNode>
}

/** Compares the field trees of two revisions and reports to `step`. Call it before `comparePages`. */
export function compareForm(step: RevisionStep): ComparedForm {
  const before = readFormTree(step.before)
  const after = readFormTree(step.after)
  const newWidgets = new Map<number, NewWidget>()
  for (const node of before.nodes.values()) {
    if (!after.nodes.has(node.num)) step.report('field-removed', { field: node.name })
  }
  const given = {
    ownersOf: readOwners(step, before, after),
    widgetsOf: findWidgets(step, after),
    told: new Set<string>(),
  }
  for (const node of after.nodes.values()) {
    const old = before.nodes.get(node.num)
    if (old === undefined) addNode(step, node, newWidgets)
    else compareNode(step, old, node, given)
  }
  compareFormDictionary(step, before, after, newWidgets)
  const numbers = new Set(before.nodes.keys())
  if (before.num !== undefined) numbers.add(before.num)
  return { num: before.num, before: numbers, newWidgets, nodes: after.nodes }
}

interface Given {
  /** Newly signed fields that lock the field. */
  readonly ownersOf: (field: string) => string[]
  readonly widgetsOf: WidgetsOf
  /** All widgets of a name are reported together. */
  readonly told: Set<string>
}

function readOwners(step: RevisionStep, before: FormTree, after: FormTree): Given['ownersOf'] {
  const locks = [...before.nodes.values()].flatMap((old) => {
    const now = after.nodes.get(old.num)
    const isNewlySigned = old.type === 'Sig' && !old.isSigned && now !== undefined && isSignature(now.value)
    const lock = isNewlySigned ? step.before.objects.get(old.dict, 'Lock') : null
    if (!isDict(lock) || !isNameOf(lock.entries.get('Action') ?? null, 'Include')) return []
    return [{ name: old.name, includes: readLock(step.before, lock) }]
  })
  return (field) => locks.flatMap(({ name, includes }) => (includes(field) ? [name] : []))
}

const isTimeStamp = (value: PdfObject): boolean =>
  isDict(value) && isNameOf(value.entries.get('SubFilter') ?? null, 'ETSI.RFC3161')

const isSignature = (value: PdfObject): boolean => isDict(value) && value.entries.has('ByteRange')

function addNode(step: RevisionStep, node: FormNode, newWidgets: Map<number, NewWidget>): void {
  const isOwn = step.isNew(node.num) && node.type === 'Sig' && isSignature(node.value)
  if (!isOwn || node.dict.entries.has('AA') || node.dict.entries.has('A')) {
    step.explainNew({ kind: 'ref', num: node.num, gen: 0 })
    step.report('field-added', { field: node.name })
    return
  }
  newWidgets.set(node.num, { node, isTimeStamp: isTimeStamp(node.value), isReported: false })
  step.explain(node.num)
  step.explainNew(node.dict)
}

/**
 * Reports new signatures that no page shows. Call it after
 * the page comparison.
 */
export function tellUnseen(step: RevisionStep, { newWidgets }: ComparedForm): void {
  const reported = new Set([...newWidgets.values()].flatMap(({ isReported, node }) => (isReported ? [node.name] : [])))
  for (const { node, isTimeStamp: isStamp } of newWidgets.values()) {
    if (node.isWidget && !node.dict.entries.has('V')) continue
    if (isStamp) step.report('time-stamp-added', { field: node.name })
    else if (!reported.has(node.name)) step.report('signature-field-added', { field: node.name })
  }
}

/** Setting ReadOnly (12.7.4.1) only restricts. */
function onlyLocks(step: RevisionStep, old: FormNode, now: FormNode): boolean {
  const [before, after] = [step.before.objects.get(old.dict, 'Ff'), step.after.objects.get(now.dict, 'Ff')]
  return typeof after === 'number' && after === ((typeof before === 'number' ? before : 0) | 1)
}

function compareNode(step: RevisionStep, old: FormNode, now: FormNode, given: Given): void {
  if (old.isSigned) {
    compareSigned(step, old, now)
    return
  }
  const different = differentKeys(old.dict, now.dict)
  const keys = different.filter(
    (key) => key !== 'Ff' || given.ownersOf(old.name).length === 0 || !onlyLocks(step, old, now),
  )
  if (different.length > keys.length) step.explain(now.num)
  const owned = [...replaceableObjects(step.before, old)].filter((num) => step.changed.has(num))
  if (keys.length === 0 && owned.length === 0) return
  if (isOtherField(old, now) || !isFilling(step, old, now, keys)) {
    step.explain(now.num)
    step.report('field-changed', { field: now.name, detail: keys.join(', ') })
    return
  }
  const hasNewValue = !equalObjects(old.value, now.value) || (now.type === 'Btn' && keys.includes('AS'))
  if (hasNewValue) acceptValue(step, now, owned)
  else for (const num of [now.num, ...owned]) step.condemn(num)
  for (const key of keys) step.explainNew(now.dict.entries.get(key))
  if (hasNewValue) tellValue(step, now, given)
  else step.report('appearance-swapped', { field: now.name })
}

const isOtherField = (old: FormNode, now: FormNode): boolean => old.type !== now.type || old.name !== now.name

/** Tells every place of a page where the new value may be drawn. */
function tellValue(step: RevisionStep, now: FormNode, { ownersOf, widgetsOf, told }: Given): void {
  const locking = now.type === 'Sig' ? [] : ownersOf(now.name)
  const kind = newValue(now, locking.length > 0)
  if (told.has(`${kind} ${now.name}`)) return
  told.add(`${kind} ${now.name}`)
  const owners = kind === 'signature-added' ? [now.name] : locking
  const field = { field: now.name }
  const said = owners.length > 0 ? { ...field, owners } : field
  const places = [...widgetsOf(now.num)].flatMap((num) => {
    const [was, is] = [objectOf(step.before, num), objectOf(step.after, num)]
    return step.pagesOf(num).map((page) => {
      const before = isDict(was) ? inkOf(step.before, was, page) : 'none'
      const after = isDict(is) ? inkOf(step.after, is, page) : 'strange'
      return { page: page.pageNumber, ink: joinInk(before, after) }
    })
  })
  const inked = places.filter(({ ink }) => ink !== 'none')
  if (inked.length === 0) step.report(kind, said)
  for (const { page, ink } of inked) {
    if (typeof ink === 'string') step.report('field-changed', { ...field, page })
    else step.report(kind === 'time-stamp-added' ? 'drawing-added' : kind, { ...said, page, rect: ink })
  }
}

function acceptValue(step: RevisionStep, now: FormNode, owned: readonly number[]): void {
  step.openKeys(now.num, ['V', 'AP', 'RV'])
  for (const num of owned) step.explainReplaced(num)
  step.explain(now.num)
}

function newValue({ type, value }: FormNode, isOwned: boolean): ChangeKind {
  if (type !== 'Sig') return isOwned ? 'own-field-filled' : 'field-filled'
  if (!isSignature(value)) return 'field-changed'
  return isTimeStamp(value) ? 'time-stamp-added' : 'signature-added'
}

function compareSigned(step: RevisionStep, old: FormNode, now: FormNode): void {
  const keys = differentKeys(old.dict, now.dict)
  if (keys.length > 0) {
    const onlyLook = keys.every((key) => key === 'AP' || key === 'AS')
    step.explain(now.num)
    for (const key of keys) step.explainNew(now.dict.entries.get(key))
    step.report(onlyLook ? 'appearance-swapped' : 'signed-field-changed', { field: old.name })
  }
  const touched = [...nodeBelongings(step.before, old)].filter((num) => step.changed.has(num))
  for (const num of touched) step.condemn(num)
  if (touched.length > 0) step.report('appearance-swapped', { field: old.name })
}

function compareFormDictionary(
  step: RevisionStep,
  before: FormTree,
  after: FormTree,
  newWidgets: ReadonlyMap<number, NewWidget>,
): void {
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
  newWidgets: ReadonlyMap<number, NewWidget>,
): void {
  if (key === 'Fields' || (key === 'SigFlags' && typeof now.entries.get(key) === 'number')) return
  if (DATES.has(key) && isRef(step.after.catalog.entries.get('AcroForm')) && isInfo(step)) {
    step.report('metadata')
    return
  }
  // A form added by a signature may set its default appearance.
  const brought = old === undefined && newWidgets.size > 0
  if (key === 'DR') compareResources(step, old, now)
  else if (brought && (key === 'DA' || key === 'Q')) step.report('form-settings', { detail: key })
  else step.report('form-changed', { detail: key })
}

/** Keys of /Info that writers update. */
const DATES = new Set(['ModDate', 'Producer', 'CreationDate'])

/** True if /AcroForm and /Info are one object (PyPDF2). */
function isInfo({ after }: RevisionStep): boolean {
  const [info, form] = [after.newest.trailer.entries.get('Info'), after.catalog.entries.get('AcroForm')]
  return isRef(info) && isRef(form) && info.num === form.num
}

/**
 * The field list keeps its items and order; only signature
 * fields may be added.
 */
function compareFieldList(
  step: RevisionStep,
  old: PdfDict | undefined,
  now: PdfDict,
  newWidgets: ReadonlyMap<number, NewWidget>,
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
