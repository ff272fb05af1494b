import type { UserFile } from 'shared/contract'
import type { Alternate } from 'shared/contract/alternates'
import { HttpError, invitationsApi } from 'shared/http'
import { alternatesApi } from 'shared/http/deferred'
import type { SavedField } from '../../../fields/field-lifecycle.ts'
import type { SignerPerson } from '../../signers/signers.ts'
import { useFollowedList } from '../../use-followed-list.ts'
import type { NotifyEditor } from '../../use-notify.ts'
import { correctInvitedAddress, takeInvitationLink } from '../invitation-calls.ts'
import { isQueued } from '../invitations.ts'
import { invitedGuest } from '../person-news.ts'
import { useRowActions } from '../use-row-actions.ts'
import type { AlternatePerson } from './alternate-people.ts'
import { alternateTexts as texts } from './texts.ts'

export interface AlternatesOptions {
  readonly file: UserFile
  /** A template's working copy has none. */
  readonly ofTemplate: boolean
  readonly notify: NotifyEditor
  readonly onChanged: () => void
}

const nobody = (): Promise<readonly Alternate[]> => Promise.resolve([])

const invitationId = (person: AlternatePerson): number => invitedGuest(person)?.invitation?.id ?? 0

/** One mail serves all fields of a person. */
const workOf = (file: UserFile, notify: NotifyEditor) => ({
  remind: async (person: AlternatePerson) => {
    await invitationsApi.remind(file.id, invitationId(person))
    notify('success', texts.reminded(person.name))
  },
  resend: async (person: AlternatePerson) => {
    await alternatesApi.invite(file.id, person.id, {})
    notify('success', texts.invited(person.name))
  },
  revoke: async (person: AlternatePerson) => {
    for (const { invitation, state } of person.guests)
      if (invitation && state === 'standing') await invitationsApi.revoke(file.id, invitation.id)
  },
  remove: async (person: AlternatePerson) => {
    for (const { id } of person.alternates) await alternatesApi.remove(file.id, id)
    notify('success', texts.removed(person.name))
  },
})

/** A field that has this person already is not the owner's mistake: the person is added to the others. */
const addTo = async (file: UserFile, fields: readonly SavedField[], person: SignerPerson): Promise<void> => {
  let added = 0
  for (const { id } of fields)
    try {
      await alternatesApi.add(file.id, { field_id: id, name: person.name, email: person.email })
      added += 1
    } catch (error) {
      const isTheirs = error instanceof HttpError && error.code === 'VALIDATION' && added > 0
      if (!isTheirs) throw error
    }
}

/** People who may sign in the place of others. */
export const useAlternates = ({ file, ofTemplate, notify, onChanged }: AlternatesOptions) => {
  const { list, load, reload } = useFollowedList<Alternate>(file, {
    read: ofTemplate ? nobody : alternatesApi.list,
    isMoving: ({ invitation }) => invitation !== null && isQueued(invitation),
  })
  const { run: runAction, isBusy, problemOf } = useRowActions()
  const settle = () => {
    reload()
    onChanged()
  }
  const work = workOf(file, notify)
  return {
    ...{ list, load, reload, isBusy, problemOf },
    act: async (action: keyof typeof work, person: AlternatePerson): Promise<void> => {
      await runAction(person.id, () => work[action](person))
      // Even a refusal may mean stale data.
      settle()
    },
    answerProposal: async (person: AlternatePerson, accepted: boolean): Promise<void> => {
      await runAction(person.id, () => invitationsApi.answerProposal(file.id, invitationId(person), accepted))
      settle()
    },
    /** Rejects with what the server said. */
    add: async (fields: readonly SavedField[], person: SignerPerson): Promise<void> => {
      try {
        await addTo(file, fields, person)
      } finally {
        settle()
      }
    },
    takeLink: (person: AlternatePerson): Promise<string> => takeInvitationLink(file, invitationId(person)),
    correct: async (person: AlternatePerson, email: string): Promise<void> => {
      await correctInvitedAddress(file, invitationId(person), email)
      settle()
    },
  }
}

export type AlternatesModel = ReturnType<typeof useAlternates>
