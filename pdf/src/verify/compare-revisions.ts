import { toHex } from '../cms/bytes.ts'
import { permanentFileId } from '../syntax/encryption/file-id.ts'
import type { ObjectReader } from '../syntax/object-reader.ts'
import { isDict, isName, isNameOf, isRef, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { findOddReading } from '../syntax/readings/one-reading.ts'
import { type ChangeKind, type DocumentChange, uniqueChanges } from './changes.ts'
import { type ComparedForm, compareForm, tellUnseen } from './compare-form.ts'
import { annotationNumbers, comparePages } from './compare-pages.ts'
import { frozenObjects } from './frozen-objects.ts'
import { EdgeCache } from './object-edges.ts'
import { differentKeys, equalObjects, objectOf, RevisionStep, reachObjects, referencesIn } from './revision-step.ts'
import { isExtensions, isMetadata, storeObjects } from './security-store.ts'

/**
 * Compares two revisions object by object. A rule must explain each new or changed object; otherwise it is suspicious.
 *
 * @param before the signed revision
 * @param after a later one, which begins with its bytes
 * @param cache shared by the comparisons of one file
 * @throws PdfError if strict parsing fails
 */
export function compareVerified(before: PdfDocument, after: PdfDocument, cache = new EdgeCache()): DocumentChange[] {
  const step = new RevisionStep(before, after)
  compareChain(step)
  compareTrailer(step)
  compareCatalog(step)
  const form = compareForm(step)
  comparePages(step, form)
  tellUnseen(step, form)
  checkFrozen(step, form, cache)
  checkReadings(step)
  const unexplained = step.unexplained()
  const changed = unexplained.filter((num) => !step.isNew(num))
  for (const num of changed) step.report(...describeUnknown(step, num))
  // The rules above checked all references. The rest is
  // unreachable, or reachable from suspicious objects.
  const unused = unexplained.filter((num) => step.isNew(num))
  if (unused.length > 0) step.report('unused-objects')
  for (const num of unused) if (poses(objectOf(after, num))) step.report('unknown-object', { detail: String(num) })
  return uniqueChanges(step.changes)
}

const POSES: ReadonlySet<string> = new Set(['Catalog', 'Pages', 'Page', 'XRef', 'ObjStm'])

/** Searching readers would use it, although nothing refers to it. */
function poses(object: PdfObject): boolean {
  const dict = isStream(object) ? object.dict : isDict(object) ? object : undefined
  return POSES.has(pdfNameOf(dict?.entries.get('Type')) ?? '')
}

/**
 * New sections must be in the new bytes and chain to the
 * signed one.
 */
function compareChain(step: RevisionStep): void {
  const { before, after } = step
  const signed = after.sections.findIndex(({ offset }) => offset === before.newest.offset)
  const later = signed < 0 ? after.sections : after.sections.slice(0, signed)
  if (signed < 0 || later.some(({ offset }) => offset < before.bytes.length)) step.report('cross-reference')
}

const FILE_KEYS = new Set(['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Filter', 'DecodeParms', 'Length', 'ID'])

function compareTrailer(step: RevisionStep): void {
  const old = step.before.newest.trailer
  const now = step.after.newest.trailer
  for (const key of new Set([...old.entries.keys(), ...now.entries.keys()])) {
    if (FILE_KEYS.has(key)) continue
    const same = equalObjects(old.entries.get(key), now.entries.get(key))
    if (key === 'Info') compareInfo(step, same)
    else if (key === 'Encrypt') compareEncryption(step, same)
    else if (key === 'Root' ? !same : !same || leadsSomewhere(now.entries.get(key))) {
      // An unknown reference could bypass the rules.
      step.report('trailer', { detail: key })
    }
  }
}

/**
 * All content hangs on the encryption, and its key on the first part of /ID: neither may change, even if the document
 * opens with both.
 */
function compareEncryption(step: RevisionStep, same: boolean): void {
  const place = step.after.newest.trailer.entries.get('Encrypt')
  const isKept = isRef(place) ? !step.isDirty(place.num) : !leadsSomewhere(place)
  if (!same || !isKept) step.report('trailer', { detail: 'Encrypt' })
  if (permanentId(step.before) !== permanentId(step.after)) step.report('trailer', { detail: 'ID' })
}

const permanentId = ({ encryption, newest, objects }: PdfDocument): string => {
  const id = encryption?.fileId ?? permanentFileId(newest.trailer, (object) => objects.resolve(object))
  return toHex(id ?? new Uint8Array())
}

const leadsSomewhere = (value: PdfObject | undefined): boolean => !referencesIn(value).next().done

const DATES = new Set(['ModDate', 'Producer', 'CreationDate'])

function compareInfo(step: RevisionStep, same: boolean): void {
  const place = step.after.newest.trailer.entries.get('Info')
  const oldPlace = step.before.newest.trailer.entries.get('Info')
  const dirty = isRef(place) && step.isDirty(place.num)
  if (same && !dirty) return
  // PyPDF2 shares one object for /Info and /AcroForm: the
  // form's rules apply.
  if (same && leadsTo(place, step.after.catalog.entries.get('AcroForm'))) return
  const [old, now] = [step.before.objects.resolve(oldPlace), step.after.objects.resolve(place)]
  if (isRef(place)) {
    if (step.isNew(place.num)) step.explainNew(place)
    else if (same) step.explainReplaced(place.num)
  }
  const keys = differentKeys(isDict(old) ? old : EMPTY, isDict(now) ? now : EMPTY)
  if (keys.every((key) => DATES.has(key))) step.report('metadata')
  else step.report('document-info', { detail: keys.filter((key) => !DATES.has(key)).join(', ') })
}

const leadsTo = (a: PdfObject | undefined, b: PdfObject | undefined): boolean => isRef(a) && isRef(b) && a.num === b.num

const EMPTY: PdfDict = { kind: 'dict', entries: new Map() }

const CATALOG_KEYS: Readonly<Record<string, ChangeKind>> = {
  OpenAction: 'action',
  AA: 'action',
  URI: 'action',
  Names: 'action',
  AF: 'attachment',
  Collection: 'attachment',
}
const CATALOG_RULES = new Set(['AcroForm', 'DSS', 'Metadata', 'Extensions'])

function compareCatalog(step: RevisionStep): void {
  const old = step.before.catalog
  const now = step.after.catalog
  const { num } = step.after.catalogRef
  step.explain(num)
  step.openKeys(num, ['DSS', 'Metadata', 'Extensions'])
  compareValidationData(step)
  compareStandalone(step, 'Metadata', isMetadata)
  compareStandalone(step, 'Extensions', isExtensions)
  for (const key of differentKeys(old, now)) {
    if (CATALOG_RULES.has(key) || (key === 'Version' && isName(now.entries.get(key)))) continue
    step.explainNew(now.entries.get(key))
    step.report(CATALOG_KEYS[key] ?? 'catalog', { detail: key })
  }
}

/** Document security store (ETSI EN 319 142-1, 5.4). */
function compareValidationData(step: RevisionStep): void {
  const place = step.after.catalog.entries.get('DSS')
  const oldPlace = step.before.catalog.entries.get('DSS')
  const own = reachObjects(step.before, oldPlace, () => false)
  const touched = [...own].some((num) => step.isDirty(num))
  if (equalObjects(place, oldPlace) && !touched) return
  const store = storeObjects(step.after.objects, place)
  step.explainNew(place)
  if (store === undefined) {
    step.report('catalog', { detail: 'DSS' })
    return
  }
  for (const num of own) if (store.has(num)) step.explainReplaced(num)
  step.report('validation-data')
}

function compareStandalone(
  step: RevisionStep,
  key: 'Metadata' | 'Extensions',
  isValid: (objects: ObjectReader, value: PdfObject | undefined) => boolean,
): void {
  const place = step.after.catalog.entries.get(key)
  const same = equalObjects(place, step.before.catalog.entries.get(key))
  const isTouched = [...reachObjects(step.after, place, () => false)].some((num) => step.isDirty(num))
  if (same && !isTouched) return
  step.explainNew(place)
  if (place !== undefined && !isValid(step.after.objects, place)) step.report('catalog', { detail: key })
  else if (isRef(place) && same) step.explainReplaced(place.num)
  if (key === 'Metadata') step.report('metadata')
}

/** Changed objects must not be reachable from elsewhere. */
function checkFrozen(step: RevisionStep, form: ComparedForm, cache: EdgeCache): void {
  if (step.changed.size + step.added.size === 0) return
  const { before } = step
  const nodes = new Set([before.catalogRef.num, ...form.before, ...annotationNumbers(before)])
  const pages = before.pages().flatMap(({ ref }) => (ref === undefined ? [] : [ref.num]))
  const roleProof = new Set([before.catalogRef.num, ...pages, ...(form.num === undefined ? [] : [form.num])])
  const frozen = frozenObjects(before, { nodes, open: step.open, roleProof }, cache)
  for (const num of [...step.changed, ...step.added]) {
    if (!frozen.has(num) || step.isCondemned(num)) continue
    if (step.isNew(num)) step.report('missing-object', { detail: String(num) })
    else if (step.isExplained(num)) step.report('shared-object', { detail: String(num) })
  }
}

/** Every reader must understand alike whatever a later revision touches. */
function checkReadings(step: RevisionStep): void {
  for (const num of [...step.changed, ...step.added]) {
    const key = findOddReading(step.after.objects, objectOf(step.after, num), true)
    if (key !== undefined) step.report('file-structure', { detail: key })
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

const pdfNameOf = (value: PdfObject | undefined): string | undefined => (isName(value) ? value.value : undefined)

function describeUnknown(step: RevisionStep, num: number): [ChangeKind, { detail: string }] {
  const object = objectOf(step.before, num)
  const dict = isStream(object) ? object.dict : isDict(object) ? object : undefined
  const detail = { detail: String(num) }
  if (dict === undefined) return ['unknown-object', detail]
  if (isNameOf(dict.entries.get('Subtype'), 'Image')) return ['image', detail]
  const action = pdfNameOf(dict.entries.get('S'))
  if (action !== undefined && (dict.entries.has('JS') || ACTIONS.has(action))) return ['action', detail]
  return [TYPES[pdfNameOf(dict.entries.get('Type')) ?? ''] ?? 'unknown-object', detail]
}

const ACTIONS = new Set(['JavaScript', 'URI', 'Launch', 'GoTo', 'GoToR', 'SubmitForm', 'ImportData', 'Named'])
