import type { RoleKind, TemplateRole } from 'shared/http/deferred'
import { formatSignerNames } from '../format.ts'

/** The deed of a role's person, next to the role's name. */
export const roleWords: Readonly<Record<RoleKind, string>> = {
  firma: 'firma',
  visto_bueno: 'da su visto bueno',
  lectura: 'confirma que lo leyó',
  copia: 'recibe una copia',
}

export const isSigningRole = ({ kind }: Pick<TemplateRole, 'kind'>): boolean => kind === 'firma'

/** «Gerente» da su visto bueno y «Archivo» confirma que lo leyó; empty if all sign. */
export const otherRolesText = (roles: readonly TemplateRole[]): string =>
  formatSignerNames(
    roles.filter((role) => !isSigningRole(role)).map(({ name, kind }) => `«${name}» ${roleWords[kind]}`),
  )
