import type { Field } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { Say } from '../use-say.ts'
import type { Person, Signer } from './signers.ts'
import { peopleWith, peopleWithout } from './signers.ts'

export interface SignerActionsOptions {
  readonly readOnlyReason: string | undefined
  readonly say: Say
  readonly openDialog: (dialog: EditorDialog) => void
  readonly setPeople: (change: (people: readonly Person[]) => readonly Person[]) => void
  /** Adds a field for a signer. */
  readonly addThirdParty: (person: Person) => void
  /** @returns whether all are gone */
  readonly removeAll: (fields: readonly Field[]) => Promise<boolean>
}

export const actionsOnSigners = (options: SignerActionsOptions) => {
  const { readOnlyReason, say, openDialog, setPeople, addThirdParty, removeAll } = options
  const remove = async (signer: Signer) => {
    if (!(await removeAll(signer.fields))) return
    setPeople((people) => peopleWithout(people, signer))
    say('success', editorTexts.signerRemoved)
  }
  return {
    add: (person: Person) => {
      setPeople((people) => peopleWith(people, person))
      say('success', editorTexts.signerAdded)
    },
    addFieldFor: (person: Person) => {
      setPeople((people) => peopleWith(people, person))
      addThirdParty(person)
    },
    remove,
    askToRemove: (signer: Signer) => {
      if (readOnlyReason) return say('warning', readOnlyReason)
      if (signer.fields.every(isTemporary)) return void remove(signer)
      openDialog({ kind: 'remove-signer', signer })
    },
  }
}
