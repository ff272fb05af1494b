import { matchesPath, type mounts, PRODUCT } from 'shared/contract'

type MountPath = (typeof mounts)[number]['path']

const HOME_TITLE = `${PRODUCT}: firma documentos PDF en línea`
const NOT_FOUND_TITLE = 'Página no encontrada'

const titles: Record<MountPath | '/color-palette', string> = {
  '/login': 'Iniciar sesión',
  '/register': 'Crear cuenta',
  '/forgot-password': 'Recuperar contraseña',
  '/reset-password': 'Restablecer contraseña',
  '/profile': 'Mi Perfil',
  '/email/:step': 'Tu email',
  '/privacidad': 'Privacidad',
  '/dashboard': 'Dashboard',
  '/document': 'Firmar documento',
  '/sign/field/:documentId/:documentName/:fieldId': 'Firmar documento',
  '/sign/:documentId/:documentName': 'Firmar documento',
  '/verify': 'Verificar firmas',
  '/color-palette': 'Paleta de colores',
}

export const notFoundTitle = `${NOT_FOUND_TITLE} · ${PRODUCT}`

/** @param unknown title of other addresses */
export const pageTitle = (pathname: string, unknown = notFoundTitle): string => {
  if (matchesPath('/', pathname)) return HOME_TITLE
  const title = Object.entries(titles).find(([pattern]) => matchesPath(pattern, pathname))?.[1]
  return title === undefined ? unknown : `${title} · ${PRODUCT}`
}
