export interface CredentialTexts {
  readonly title: string
  readonly lead: string
  readonly create: string
  readonly createDescription: string
  readonly none: string
  readonly noneMeans: string
  readonly revoke: string
  readonly revoked: (name: string) => string
  readonly shownTitle: string
  readonly shownLabel: string
  readonly copyLabel: string
}

export const tokenTexts: CredentialTexts = {
  title: 'Tokens',
  lead: 'Un token deja que un programa use tu cuenta, solo con los permisos que elijas. Cambiar tu contraseña no los revoca: revócalos aquí.',
  create: 'Crear token',
  createDescription:
    'Quien tenga el token usa tu cuenta con estos permisos. No puede firmar por ti ni cambiar tu seguridad.',
  none: 'Todavía no tienes tokens',
  noneMeans: 'Ningún programa usa tu cuenta.',
  revoke: 'Revocar token',
  revoked: (name) => `Revocamos el token «${name}».`,
  shownTitle: 'Guarda tu token',
  shownLabel: 'Token',
  copyLabel: 'Copiar token',
}

export const clientTexts: CredentialTexts = {
  title: 'Clientes OAuth',
  lead: 'Un cliente pide con su secreto tokens que duran una hora (OAuth 2.0, credenciales de cliente). Revocarlo termina también esos tokens.',
  create: 'Crear cliente',
  createDescription:
    'Quien tenga el secreto usa tu cuenta con estos permisos. No puede firmar por ti ni cambiar tu seguridad.',
  none: 'Todavía no tienes clientes',
  noneMeans: 'Ningún sistema pide tokens para tu cuenta.',
  revoke: 'Revocar cliente',
  revoked: (name) => `Revocamos el cliente «${name}».`,
  shownTitle: 'Guarda tu cliente',
  shownLabel: 'Id y secreto',
  copyLabel: 'Copiar id y secreto',
}
