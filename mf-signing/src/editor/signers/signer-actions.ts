import type { Field } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { Notify } from '../use-notify.ts'
import type { Person, Signer } from './signers.ts'
import { peopleWith, peopleWithout } from './signers.ts'

export interface SignerActionsOptions {
  readonly readOnlyReason: string | undefined
  readonly notify: Notify
  readonly openDialog: (dialog: EditorDialog) => void
  readonly setPeople: (change: (people: readonly Person[]) => readonly Person[]) => void
  readonly addThirdParty: (person: Person, message?: string) => void
  readonly removeAll: (fields: readonly Field[]) => Promise<boolean>
}

export const actionsOnSigners = (options: SignerActionsOptions) => {
  const { readOnlyReason, notify, openDialog, setPeople, addThirdParty, removeAll } = options
  const remove = async (signer: Signer) => {
    if (!(await removeAll(signer.fields))) return
    setPeople((people) => peopleWithout(people, signer))
    notify('success', editorTexts.signerRemoved)
  }
  return {
    /** With a field, which the pointer carries. */
    add: (person: Person) => {
      setPeople((people) => peopleWith(people, person))
      addThirdParty(person, editorTexts.signerAdded)
    },
    addFieldFor: (person: Person) => {
      setPeople((people) => peopleWith(people, person))
      addThirdParty(person)
    },
    remove,
    askToRemove: (signer: Signer) => {
      if (readOnlyReason) return notify('warning', readOnlyReason)
      if (signer.fields.every(isTemporary)) return void remove(signer)
      openDialog({ kind: 'remove-signer', signer })
    },
  }
}
