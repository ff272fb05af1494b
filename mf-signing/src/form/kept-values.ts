import type { FormValue } from 'shared/contract/form-fields'
import * as v from 'valibot'
import { forgetInTab, keepInTab, readInTab } from '../kept-in-tab.ts'

const KeptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ form_field_id: v.number(), value: v.union([v.boolean(), v.string()]) })),
)

const storageKeyOf = (fieldId: number): string => `trazo-form-${fieldId}`

export const readKept = (fieldId: number): readonly FormValue[] => {
  const parsed = v.safeParse(KeptSchema, readInTab(storageKeyOf(fieldId)))
  return parsed.success ? parsed.output : []
}

/** @returns false without storage */
export const keepValues = (fieldId: number, values: readonly FormValue[]): boolean =>
  keepInTab(storageKeyOf(fieldId), JSON.stringify(values))

export const forgetKept = (fieldId: number): void => forgetInTab(storageKeyOf(fieldId))
