import type { FormValue } from 'shared/contract/form-fields'
import * as v from 'valibot'

const KeptSchema = v.array(v.object({ form_field_id: v.number(), value: v.union([v.boolean(), v.string()]) }))

const storageKeyOf = (fieldId: number): string => `trazo-form-${fieldId}`

export const readKept = (fieldId: number): readonly FormValue[] => {
  try {
    const parsed = v.safeParse(KeptSchema, JSON.parse(sessionStorage.getItem(storageKeyOf(fieldId)) ?? '[]'))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

/** @returns false without storage */
export const keepValues = (fieldId: number, values: readonly FormValue[]): boolean => {
  try {
    sessionStorage.setItem(storageKeyOf(fieldId), JSON.stringify(values))
    return true
  } catch {
    return false
  }
}

export const forgetKept = (fieldId: number): void => {
  try {
    sessionStorage.removeItem(storageKeyOf(fieldId))
  } catch {
    // Nothing was kept.
  }
}
