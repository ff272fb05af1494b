import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { SignerPerson, SigningParty } from './signers.ts'
import { participantsWith, participantsWithout } from './signers.ts'

export interface SignerActionsOptions {
  readonly readOnlyReason: string | undefined
  readonly notify: NotifyEditor
  readonly openDialog: (dialog: EditorDialog) => void
  readonly setPeople: (change: (people: readonly SignerPerson[]) => readonly SignerPerson[]) => void
  readonly addThirdParty: (person: SignerPerson, message?: string) => void
  readonly removeAll: (fields: readonly PlacedField[]) => Promise<boolean>
}

export const actionsOnSigners = (options: SignerActionsOptions) => {
  const { readOnlyReason, notify, openDialog, setPeople, addThirdParty, removeAll } = options
  const remove = async (signer: SigningParty) => {
    if (!(await removeAll(signer.fields))) return
    setPeople((people) => participantsWithout(people, signer))
    notify('success', editorTexts.signerRemoved)
  }
  return {
    /** With a field, which the pointer carries. */
    add: (person: SignerPerson) => {
      setPeople((people) => participantsWith(people, person))
      addThirdParty(person, editorTexts.signerAdded)
    },
    addFieldFor: (person: SignerPerson) => {
      setPeople((people) => participantsWith(people, person))
      addThirdParty(person)
    },
    remove,
    askToRemove: (signer: SigningParty) => {
      if (readOnlyReason) return notify('warning', readOnlyReason)
      if (signer.fields.every(isTemporary)) return void remove(signer)
      openDialog({ kind: 'remove-signer', signer })
    },
  }
}
