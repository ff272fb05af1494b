import type { IdSource } from '../../fields/new-field.ts'

export const newIds: IdSource = { now: () => Date.now(), random: () => Math.random() }
