import type { IdSource } from '../../fields/field-lifecycle.ts'

export const newIds: IdSource = { now: () => Date.now(), random: () => Math.random() }
