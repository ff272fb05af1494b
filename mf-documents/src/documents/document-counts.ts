import type { GroupCounts, UserFile } from 'shared/contract'
import { type Group, groupOf } from './document-filters.ts'

const add = (counts: GroupCounts, group: Group | undefined, step: 1 | -1): GroupCounts =>
  group === undefined ? counts : { ...counts, [group]: counts[group] + step }

export const countsAfterChange = (counts: GroupCounts, before: UserFile, after: UserFile): GroupCounts =>
  add(add(counts, groupOf(before), -1), groupOf(after), 1)

export const countsAfterDeletion = (counts: GroupCounts, file: UserFile): GroupCounts =>
  file.template_edit ? counts : add({ ...counts, all: counts.all - 1 }, groupOf(file), -1)
