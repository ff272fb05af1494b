import { isDict, isName, isNamed, isRef, isStream, type PdfDict, type PdfObject } from '../objects.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { type Change, type ChangeKind, uniqueChanges } from './changes.ts'
import { compareForm } from './compare-form.ts'
import { comparePages } from './compare-pages.ts'
import {
  differentKeys,
  equalObjects,
  isStructure,
  objectOf,
  RevisionStep,
  reach,
  referencesIn,
} from './revision-step.ts'

/**
 * What the later of two states of one document changed, told from the objects themselves. Every object that is new or
 * different is accounted for by something that people know; one that is not is suspicious.
 * Throws `PdfError` where one of them cannot be read strictly.
 */
export function compareRevisions(before: PdfDocument, after: PdfDocument): Change[] {
  const step = new RevisionStep(before, after)
  compareChain(step)
  compareTrailer(step)
  compareCatalog(step)
  comparePages(step, compareForm(step))
  checkReplaced(step)
  const unexplained = step.unexplained()
  const changed = unexplained.filter((num) => !step.isNew(num))
  for (const num of changed) step.report(...describeUnknown(step, num))
  // Whatever leads to a new object has been looked at: what is left is led to by nothing, or by what is suspicious.
  if (unexplained.length > changed.length) step.report('unused-objects')
  return uniqueChanges(step.changes)
}

/** The later cross-reference sections stand in the later bytes and lead to the one that was signed. */
function compareChain(step: RevisionStep): void {
  const { before, after } = step
  const signed = after.sections.findIndex(({ offset }) => offset === before.newest.offset)
  const later = signed < 0 ? after.sections : after.sections.slice(0, signed)
  if (signed < 0 || later.some(({ offset }) => offset < before.bytes.length)) step.report('cross-reference')
}

/** Keys of trailers that are about the file: how long, where, how encoded. */
const FILE_KEYS = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Filter', 'DecodeParms', 'Length', 'ID'])

function compareTrailer(step: RevisionStep): void {
  const old = step.before.newest.trailer
  const now = step.after.newest.trailer
  for (const key of new Set([...old.entries.keys(), ...now.entries.keys()])) {
    if (FILE_KEYS.has(key)) continue
    const same = equalObjects(old.entries.get(key), now.entries.get(key))
    if (key === 'Info') compareInfo(step, same)
    else if (key === 'Root' ? !same : !same || leadsSomewhere(now.entries.get(key))) {
      // What nobody knows and leads into the document may be a second way to what is allowed to change.
      step.report('trailer', { detail: key })
    }
  }
}

const leadsSomewhere = (value: PdfObject | undefined): boolean => !referencesIn(value).next().done

const DATES = new Set(['ModDate', 'Producer', 'CreationDate'])

function compareInfo(step: RevisionStep, same: boolean): void {
  const place = step.after.newest.trailer.entries.get('Info')
  const oldPlace = step.before.newest.trailer.entries.get('Info')
  const dirty = isRef(place) && step.isDirty(place.num)
  if (same && !dirty) return
  const [old, now] = [step.before.objects.resolve(oldPlace), step.after.objects.resolve(place)]
  if (isRef(place)) {
    if (step.isNew(place.num)) step.explainNew(place)
    else step.explainReplaced(place.num, [])
  }
  const keys = differentKeys(isDict(old) ? old : EMPTY, isDict(now) ? now : EMPTY)
  if (keys.every((key) => DATES.has(key))) step.report('metadata')
  else step.report('document-info', { detail: keys.filter((key) => !DATES.has(key)).join(', ') })
}

const EMPTY: PdfDict = { kind: 'dict', entries: new Map() }

/** What a changed key of the catalog means, where it has a name of its own. */
const CATALOG_KEYS: Readonly<Record<string, ChangeKind>> = {
  OpenAction: 'action',
  AA: 'action',
  URI: 'action',
  Names: 'action',
  AF: 'attachment',
  Collection: 'attachment',
}
/** Compared elsewhere, or about the version of PDF that signing needs. */
const CATALOG_HARMLESS = new Set(['AcroForm', 'Extensions', 'Version'])

function compareCatalog(step: RevisionStep): void {
  const old = step.before.catalog
  const now = step.after.catalog
  step.explain(step.after.catalogRef.num)
  compareValidationData(step)
  compareMetadata(step)
  for (const key of differentKeys(old, now)) {
    if (CATALOG_HARMLESS.has(key)) step.explainNew(key === 'Extensions' ? now.entries.get(key) : undefined)
    else if (key !== 'DSS' && key !== 'Metadata') {
      step.explainNew(now.entries.get(key))
      step.report(CATALOG_KEYS[key] ?? 'catalog', { detail: key })
    }
  }
}

/** The document security store (ETSI EN 319 142-1, 5.4): certificates and revocation, for as long as they are asked. */
function compareValidationData(step: RevisionStep): void {
  const place = step.after.catalog.entries.get('DSS')
  const oldPlace = step.before.catalog.entries.get('DSS')
  const own = reach(step.before, oldPlace, () => false)
  const touched = [...own].some((num) => step.changed.has(num))
  if (equalObjects(place, oldPlace) && !touched) return
  if (place === undefined) {
    step.report('catalog', { detail: 'DSS' })
    return
  }
  for (const num of own) step.explainReplaced(num, [step.after.catalogRef.num, ...own])
  step.explainNew(place)
  step.report('validation-data')
}

function compareMetadata(step: RevisionStep): void {
  const place = step.after.catalog.entries.get('Metadata')
  const same = equalObjects(place, step.before.catalog.entries.get('Metadata'))
  if (!isRef(place) || (same && !step.changed.has(place.num))) return
  if (step.isNew(place.num)) step.explainNew(place)
  else step.explainReplaced(place.num, [step.after.catalogRef.num])
  step.report('metadata')
}

/** What was replaced whole is nobody else's: otherwise the change shows in another place, too. */
function checkReplaced(step: RevisionStep): void {
  if (step.replaced.size === 0) return
  const { before } = step
  for (const num of before.objectNumbers) {
    const object = objectOf(before, num)
    // Cross-reference streams are trailers, too.
    if (isStructure(object)) continue
    for (const target of referencesIn(object)) {
      const owners = step.replaced.get(target)
      if (owners !== undefined && num !== target && !owners.has(num)) {
        step.report('shared-object', { detail: String(target) })
      }
    }
  }
}

const TYPES: Readonly<Record<string, ChangeKind>> = {
  Font: 'font',
  FontDescriptor: 'font',
  Action: 'action',
  Filespec: 'attachment',
  EmbeddedFile: 'attachment',
  Page: 'page-changed',
  Pages: 'page-changed',
  Annot: 'annotation-changed',
  ExtGState: 'page-resources',
  Encoding: 'font',
}

const nameOf = (value: PdfObject | undefined): string | undefined => (isName(value) ? value.value : undefined)

/** The best word for an object that is another one now, when nothing accounts for it. */
function describeUnknown(step: RevisionStep, num: number): [ChangeKind, { detail: string }] {
  const object = objectOf(step.before, num)
  const dict = isStream(object) ? object.dict : isDict(object) ? object : undefined
  const detail = { detail: String(num) }
  if (dict === undefined) return ['unknown-object', detail]
  if (isNamed(dict.entries.get('Subtype'), 'Image')) return ['image', detail]
  const action = nameOf(dict.entries.get('S'))
  if (action !== undefined && (dict.entries.has('JS') || ACTIONS.has(action))) return ['action', detail]
  return [TYPES[nameOf(dict.entries.get('Type')) ?? ''] ?? 'unknown-object', detail]
}

const ACTIONS = new Set(['JavaScript', 'URI', 'Launch', 'GoTo', 'GoToR', 'SubmitForm', 'ImportData', 'Named'])
