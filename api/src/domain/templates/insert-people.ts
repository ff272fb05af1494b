import type { TemplateDescription, TemplateRole } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { participantDetails, storeParticipant } from '../participants/store-participant.ts'
import type { AssignedRole } from './assign-people.ts'

/**
 * The same step in a new document, whose steps have no gaps: a role keeps its number although fields of other steps
 * were removed. Steps after the last one are the last one, as `stepsOf` counts them.
 */
export const approvedStep = (roles: readonly TemplateRole[], beforeStep: number | null): number => {
  const steps = new Set(roles.flatMap(({ kind, step }) => (kind === 'firma' ? [step] : [])))
  const earlier = [...steps].filter((step) => step < (beforeStep ?? 1)).length
  return Math.min(earlier + 1, Math.max(steps.size, 1))
}

interface NewPeople {
  readonly userId: number
  readonly documentId: number
  readonly description: TemplateDescription
  readonly people: readonly AssignedRole[]
  /** A working copy keeps the numbers of the template's steps. */
  readonly editsTemplate: boolean
  readonly now: number
}

/** Call it after the order of the fields is stored. `assignPeople` has checked the people. */
export const insertPeople = async (
  db: ApiDatabase,
  { userId, documentId, description: { roles }, people, editsTemplate, now }: NewPeople,
): Promise<void> => {
  for (const { role, name, email } of people) {
    const { kind, note, copy_when, before_step } = role
    if (kind === 'firma') continue
    const step = editsTemplate ? before_step : approvedStep(roles, before_step)
    const details = participantDetails(kind, { name, email, note, copy_when, before_step: step })
    await storeParticipant(db, { userId, documentId, kind, details, now })
  }
  await refreshSearchText(db, documentId)
  await refreshWaiting(db, documentId)
}
