import { invitedSignerKey, type StatedPerson } from 'shared/contract/signing-order'
import type { TemplateDescription, TemplatePerson, TemplateRole } from 'shared/contract/templates'
import { invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'

/** At the second role of a person. */
export const PERSON_TWICE = 'Esta persona ya está en otro rol. Cada rol necesita la suya.'

export interface AssignedRole {
  readonly role: TemplateRole
  readonly name: string
  readonly email: string
  /** Identification that the signer's certificate must carry; undefined if any signature will do. */
  readonly certificate: string | undefined
}

export interface TemplateOwner {
  readonly name: string
  readonly email: string
}

const checkRole = (roles: readonly TemplateRole[], { role: id }: TemplatePerson, path: string): TemplateRole => {
  const role = roles.find((known) => known.id === id)
  if (role === undefined) throw invalidInput(`${path}.role`, 'La plantilla no tiene este rol. Ábrela de nuevo.')
  if (role.is_owner)
    throw invalidInput(`${path}.role`, `«${role.name}» lo firma quien usa la plantilla: quita a esta persona.`)
  return role
}

const assign = (roles: readonly TemplateRole[], person: TemplatePerson, path: string): AssignedRole => {
  const role = checkRole(roles, person, path)
  if (!isOneMailbox(person.email)) throw invalidInput(`${path}.email`, 'El email no es válido')
  const certificate = person.certificate_identification?.trim() || undefined
  if (role.asks_certificate && certificate === undefined)
    throw invalidInput(
      `${path}.certificate_identification`,
      `«${role.name}» firma con certificado: escribe la identificación que debe llevar.`,
    )
  return { role, name: person.name, email: person.email, certificate }
}

/**
 * @param ownerEmail undefined if the owner has no role; otherwise no other role may have this address
 * @returns positions of those who have a role already
 */
export const repeatedPeople = (people: readonly StatedPerson[], ownerEmail: string | undefined): readonly number[] => {
  const keys = people.map(invitedSignerKey)
  return people.flatMap(({ email }, index) => {
    if (email === '') return []
    const isOwners = ownerEmail !== undefined && emailKey(email) === emailKey(ownerEmail)
    return isOwners || keys.indexOf(keys[index] ?? '') < index ? [index] : []
  })
}

const checkOnce = (people: readonly AssignedRole[], owner: TemplateOwner | undefined): void => {
  for (const [index, { role }] of people.entries())
    if (people.findIndex((other) => other.role.id === role.id) < index)
      throw invalidInput(`people.${index}.role`, `«${role.name}» ya tiene otra persona.`)
  const [repeated] = repeatedPeople(people, owner?.email)
  if (repeated !== undefined) throw invalidInput(`people.${repeated}.email`, PERSON_TWICE)
}

/**
 * Gives each role its person. A bulk row and a program send people in any order; the result follows the roles.
 *
 * Two roles may share an address, but not a person: fields with one name and address are one participant's, so both
 * would become one role.
 *
 * @param owner signs the role with `is_owner`; no other person may be named for it
 * @throws ApiError VALIDATION with the path of the wrong person
 */
export const assignPeople = (
  { roles }: TemplateDescription,
  people: readonly TemplatePerson[],
  owner: TemplateOwner,
): AssignedRole[] => {
  const assigned = people.map((person, index) => assign(roles, person, `people.${index}`))
  checkOnce(assigned, roles.some(({ is_owner }) => is_owner) ? owner : undefined)
  return roles.map((role) => {
    if (role.is_owner) return { role, ...owner, certificate: undefined }
    const person = assigned.find((one) => one.role.id === role.id)
    if (person === undefined) throw invalidInput('people', `Falta la persona de «${role.name}».`)
    return person
  })
}
