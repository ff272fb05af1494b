import type { ParticipantKind } from 'shared/contract/participants'
import { emailKey, invitedSignerKey } from 'shared/contract/signing-order'
import { roleEmail, type TemplateRole } from 'shared/contract/templates'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { type DraftRole, foldedName, type NamedPerson, namesSigner } from './describe-document.ts'

const proposedNames: Readonly<Record<ParticipantKind, string>> = {
  visto_bueno: 'Visto bueno',
  lectura: 'Lectura',
  copia: 'Copia',
}

const draftOf = ({ id, kind, note, copy_when, turn }: FieldlessParticipant): Omit<DraftRole, 'name' | 'signer'> => ({
  key: `participant:${id}`,
  is_owner: false,
  asks_certificate: false,
  step: 1,
  fields: [],
  ...{ kind, note, copy_when },
  before_step: turn,
})

/** Of the template that the document was made from, if it has as many people of this kind as the document. */
const knownNames = (
  kind: ParticipantKind,
  base: readonly TemplateRole[],
  people: readonly FieldlessParticipant[],
): readonly string[] => {
  const names = base.filter((role) => role.kind === kind).map(({ name }) => name)
  return names.length === people.filter((person) => person.kind === kind).length ? names : []
}

/**
 * Makes one role of each participant without a field. A note that names a person of the document is left out.
 *
 * @param signers those with a field, and people of the documents that are sent with it
 * @param base roles of the template that the document was made from
 */
export const rolesOfPeople = (
  people: readonly FieldlessParticipant[],
  signers: readonly NamedPerson[],
  base: readonly TemplateRole[],
): DraftRole[] => {
  const named = [
    ...signers.flatMap(({ signer_name, signer_email }) => [signer_name, signer_email]),
    ...people.flatMap(({ name, email }) => [name, email]),
  ]
  const folded = named.filter((name) => name !== '').map(foldedName)
  return people.map((person, index) => {
    const { kind, name: signer, note } = person
    const before = people.slice(0, index).filter((other) => other.kind === kind).length
    const proposed = before === 0 ? proposedNames[kind] : `${proposedNames[kind]} ${before + 1}`
    const name = knownNames(kind, base, people)[before] ?? proposed
    return {
      ...draftOf(person),
      name,
      signer,
      person: invitedSignerKey(person),
      note: namesSigner(note, folded) ? '' : note,
    }
  })
}

/**
 * Reads the roles without a field of a working copy. A role keeps its id, by its made address.
 *
 * @param nextId of a role that the template does not have yet
 */
export const peopleOfEdit = (
  roles: readonly TemplateRole[],
  people: readonly FieldlessParticipant[],
  nextId: () => string,
): DraftRole[] => {
  const used = new Set<string>()
  return people.map((person) => {
    const { kind, email, name } = person
    const known = roles.find(
      (role) => role.kind === kind && !used.has(role.id) && emailKey(roleEmail(role.id)) === emailKey(email),
    )
    const id = known?.id ?? nextId()
    used.add(id)
    return { ...draftOf(person), id, name, signer: '' }
  })
}
