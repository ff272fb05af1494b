import type { Field } from '../fields/field-lifecycle.ts'
import { isSaved, isTemporary } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'
import type { Guest } from './invitations.ts'
import type { Person, Signer } from './signers.ts'
import { peopleWith, peopleWithout } from './signers.ts'
import type { EditorDialog } from './use-editor.ts'
import type { FieldActions } from './use-field-actions.ts'
import type { Say } from './use-say.ts'

export interface SignerActionsOptions {
  readonly fields: readonly Field[]
  /** Why fields are read-only. */
  readonly lock: string | undefined
  readonly isCancelled: boolean
  readonly guests: readonly Guest[]
  readonly say: Say
  readonly setDialog: (dialog: EditorDialog) => void
  readonly setPeople: (change: (people: readonly Person[]) => readonly Person[]) => void
  readonly actions: Pick<FieldActions, 'addThirdParty' | 'remove' | 'removeAll'>
}

export const actionsOnSigners = ({
  fields,
  lock,
  isCancelled,
  guests,
  say,
  setDialog,
  setPeople,
  actions,
}: SignerActionsOptions) => {
  const addSigner = (person: Person) => {
    setPeople((people) => peopleWith(people, person))
    say('success', editorTexts.signerAdded)
  }
  const removeSigner = async (signer: Signer) => {
    if (!(await actions.removeAll(signer.fields))) return
    setPeople((people) => peopleWithout(people, signer))
    say('success', editorTexts.signerRemoved)
  }
  /** Sends no mail: the guest's link stops working. */
  const isInvited = (field: Field) => guests.some((guest) => guest.field.id === field.id && guest.state === 'standing')

  return {
    addSigner,
    addFieldFor: (person: Person) => {
      setPeople((people) => peopleWith(people, person))
      actions.addThirdParty(person)
    },
    removeSigner,
    askToRemoveSigner: (signer: Signer) => {
      if (lock) return say('warning', lock)
      if (signer.fields.every(isTemporary)) return void removeSigner(signer)
      setDialog({ kind: 'remove-signer', signer })
    },
    askToRemove: (field: Field) => {
      if (!lock && isInvited(field)) return setDialog({ kind: 'remove-field', field })
      void actions.remove(field)
    },
    /** Signs the given field, or all of the owner's. */
    startSigning: (wanted?: Field) => {
      if (isCancelled) return say('warning', editorTexts.calledOff)
      if (wanted?.type === 'signature') return say('info', editorTexts.notYours(wanted.signerName))
      if (wanted && isSaved(wanted)) return setDialog({ kind: 'sign', field: wanted })
      const own = fields.filter((field) => field.type === 'primary')
      if (own.some(isSaved)) return setDialog({ kind: 'sign-all' })
      say('warning', own.some(isTemporary) ? editorTexts.ownFieldUnsaved : editorTexts.ownFieldMissing)
    },
  }
}
