import { mounts } from 'shared/contract'
import { pageTitle } from './page-title.ts'

test.each([
  ['/', 'Trazo: firma documentos PDF en línea'],
  ['/login', 'Iniciar sesión · Trazo'],
  ['/login/', 'Iniciar sesión · Trazo'],
  ['/Login', 'Iniciar sesión · Trazo'],
  ['/SIGN/1/a', 'Firmar documento · Trazo'],
  ['/sign/42/contrato', 'Firmar documento · Trazo'],
  ['/sign/field/42/contrato/7', 'Firmar documento · Trazo'],
  ['/sign/42', 'Página no encontrada · Trazo'],
  ['/verify', 'Verificar firmas · Trazo'],
  ['/no-existe', 'Página no encontrada · Trazo'],
])('the title of %s is %s', (pathname, title) => {
  expect(pageTitle(pathname)).toBe(title)
})

test('every mount has a title other than the not-found title', () => {
  for (const { path } of mounts) expect(pageTitle(path)).not.toContain('Página no encontrada')
})
