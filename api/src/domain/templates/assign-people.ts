import { invitedSignerKey, type StatedPerson } from 'shared/contract/signing-order'
import type { RoleKind, TemplateDescription, TemplatePerson, TemplateRole } from 'shared/contract/templates'
import { invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { OWNERS_ADDRESS, twiceInKind } from '../participants/check-participant.ts'
import { mergeRoles } from './template-set.ts'

const PERSON_TWICE = 'Esta persona ya está en otro rol. Cada rol necesita la suya.'

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

/** A person with what their role does. */
export interface CastPerson extends StatedPerson {
  readonly kind: RoleKind
}

export interface RoleOwner {
  readonly email: string
  /** Has a role of the template. */
  readonly signs: boolean
}

/** A person who cannot have their role. */
export interface MisplacedPerson {
  readonly index: number
  readonly problem: string
}

const castKey = (person: CastPerson): string => `${person.kind} ${invitedSignerKey(person)}`

/**
 * Each person has one role of a kind, and the owner none without a field: the rules of `checkParticipant`.
 *
 * @param people those without an address are left out
 */
export const misplacedPeople = (people: readonly CastPerson[], owner: RoleOwner): readonly MisplacedPerson[] => {
  const seen = new Set<string>()
  return people.flatMap((person, index) => {
    const { kind, email } = person
    if (email === '') return []
    const key = castKey(person)
    const isRepeated = seen.has(key)
    seen.add(key)
    const isOwners = emailKey(email) === emailKey(owner.email)
    if (kind !== 'firma' && isOwners) return [{ index, problem: OWNERS_ADDRESS }]
    if (kind !== 'firma' && isRepeated) return [{ index, problem: twiceInKind(kind) }]
    return isRepeated || (isOwners && owner.signs) ? [{ index, problem: PERSON_TWICE }] : []
  })
}

const checkOnce = (people: readonly AssignedRole[], owner: RoleOwner, indexes: readonly number[]): void => {
  for (const [index, { role }] of people.entries())
    if (people.findIndex((other) => other.role.id === role.id) < index)
      throw invalidInput(`people.${indexes[index]}.role`, `«${role.name}» ya tiene otra persona.`)
  const cast = people.map(({ role: { kind }, name, email }) => ({ kind, name, email }))
  const [misplaced] = misplacedPeople(cast, owner)
  if (misplaced !== undefined) throw invalidInput(`people.${indexes[misplaced.index]}.email`, misplaced.problem)
}

/**
 * Gives each role its person. A bulk row and a program send people in any order; the result follows the roles.
 *
 * Two roles may share an address, but two of one kind no person: fields with one name and address are one
 * participant's, so both would become one role.
 *
 * @param owner signs the role with `is_owner`; no other person may be named for it
 * @param indexes of the people in the request, for the errors
 * @throws ApiError VALIDATION with the path of the wrong person
 */
export const assignPeople = (
  { roles }: Pick<TemplateDescription, 'roles'>,
  people: readonly TemplatePerson[],
  owner: TemplateOwner,
  indexes: readonly number[] = people.map((_, index) => index),
): AssignedRole[] => {
  const assigned = people.map((person, index) => assign(roles, person, `people.${indexes[index]}`))
  checkOnce(assigned, { email: owner.email, signs: roles.some(({ is_owner }) => is_owner) }, indexes)
  return roles.map((role) => {
    if (role.is_owner) return { role, ...owner, certificate: undefined }
    const person = assigned.find((one) => one.role.id === role.id)
    if (person === undefined) throw invalidInput('people', `Falta la persona de «${role.name}».`)
    return person
  })
}

/** The people of one document of a set, by its own roles. A certificate is asked where the role asks for one. */
const peopleOfMember = (
  { roles }: Pick<TemplateDescription, 'roles'>,
  ids: ReadonlyMap<string, string>,
  people: readonly TemplatePerson[],
): { readonly index: number; readonly person: TemplatePerson }[] =>
  people.flatMap(({ certificate_identification: certificate, ...person }, index) =>
    roles
      .filter(({ id, is_owner }) => !is_owner && ids.get(id) === person.role)
      .map(({ id, asks_certificate: asks }) => ({
        index,
        person: {
          ...person,
          role: id,
          ...(asks && certificate !== undefined && { certificate_identification: certificate }),
        },
      })),
  )

/**
 * Gives each role of each template of a set its person. `people` name roles of the set (`mergeRoles`).
 *
 * @returns for each description, as `assignPeople`
 * @throws ApiError VALIDATION with the path of the wrong person
 */
export const assignTogether = (
  descriptions: readonly Pick<TemplateDescription, 'roles'>[],
  people: readonly TemplatePerson[],
  owner: TemplateOwner,
): AssignedRole[][] => {
  const { roles, idsOf } = mergeRoles(descriptions)
  const [alone, ...others] = descriptions
  if (alone !== undefined && others.length === 0) return [assignPeople(alone, people, owner)]
  for (const [index, person] of people.entries()) checkRole([...roles], person, `people.${index}`)
  return descriptions.map((description, position) => {
    const own = peopleOfMember(description, idsOf[position] ?? new Map(), people)
    return assignPeople(
      description,
      own.map(({ person }) => person),
      owner,
      own.map(({ index }) => index),
    )
  })
}
