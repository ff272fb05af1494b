import { mounts } from 'shared/contract'
import { pageTitle } from './page-title.ts'

test.each([
  ['/', 'Trazo: firma documentos PDF en línea'],
  ['/login', 'Iniciar sesión · Trazo'],
  ['/login/', 'Iniciar sesión · Trazo'],
  ['/sign/42/contrato', 'Firmar documento · Trazo'],
  ['/sign/field/42/contrato/7', 'Firmar documento · Trazo'],
  ['/sign/42', 'Página no encontrada · Trazo'],
  ['/verify', 'Verificar firmas · Trazo'],
  ['/no-existe', 'Página no encontrada · Trazo'],
])('%s: %s', (pathname, title) => {
  expect(pageTitle(pathname)).toBe(title)
})

test('every mount has its own title', () => {
  for (const { path } of mounts) expect(pageTitle(path)).not.toContain('Página no encontrada')
})
