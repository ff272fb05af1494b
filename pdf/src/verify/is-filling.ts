import type { ObjectReader } from '../syntax/object-reader.ts'
import { isArray, isDict, isName, isStream, isString, type PdfObject } from '../syntax/objects.ts'
import type { FormNode } from './form-nodes.ts'
import type { RevisionStep } from './revision-step.ts'

type Check = (value: PdfObject, objects: ObjectReader, type: string) => boolean

const isText: Check = (value) => isString(value)
const isIndexes: Check = (value) =>
  isArray(value) && value.items.every((item) => Number.isInteger(item) && Number(item) >= 0)

const isChosen = (value: PdfObject, objects: ObjectReader): boolean =>
  isString(value) || (isArray(value) && value.items.every((item) => isString(objects.resolve(item))))

/** ISO 32000-2, 12.7.5: what each type of field holds. */
const isValue: Check = (value, objects, type) => {
  if (type === 'Btn') return isName(value)
  if (type === 'Sig') return isDict(value)
  return type === 'Ch' ? isChosen(value, objects) : isString(value) || isStream(value)
}

/**
 * Keys that filling in may change, each with its form as a
 * field's key. An object may be a field and something else,
 * layers (/AS) or a group (/I), whose keys then have other forms.
 */
const FILLED: Readonly<Record<string, Check>> = {
  V: isValue,
  AP: (value) => isDict(value),
  AS: (value) => isName(value),
  M: isText,
  I: isIndexes,
  RV: (value) => isString(value) || isStream(value),
}

/** Print, ReadOnly, Locked and LockedContents (12.5.3): some writers lock the field. */
const LOCKING = 4 | 64 | 128 | 512
const isFlags: Check = (value) => typeof value === 'number'

const SIGNED: Readonly<Record<string, Check>> = {
  V: isValue,
  AP: (value) => isDict(value),
  AS: (value) => isName(value),
  M: isText,
  F: isFlags,
}

const flagsOf = (objects: ObjectReader, { dict }: FormNode): number => {
  const flags = objects.get(dict, 'F')
  return typeof flags === 'number' ? flags : 0
}

/** True if the keys differ as filling in or signing changes them. */
export function isFilling(step: RevisionStep, old: FormNode, now: FormNode, keys: readonly string[]): boolean {
  const { type } = now
  const isSigning = type === 'Sig' && isDict(now.value) && now.value.entries.has('ByteRange')
  const allowed = isSigning ? SIGNED : FILLED
  const [before, after] = [step.before.objects, step.after.objects]
  if (keys.includes('F') && ((flagsOf(before, old) ^ flagsOf(after, now)) & ~LOCKING) !== 0) return false
  return keys.every((key) => {
    const check = allowed[key]
    if (check === undefined) return false
    const [was, is] = [before.get(old.dict, key), after.get(now.dict, key)]
    return (was === null || check(was, before, type)) && (is === null || check(is, after, type))
  })
}
