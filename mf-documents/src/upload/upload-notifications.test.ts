import type { UserFile } from 'shared/contract'
import { documentWith } from '../testing/documents.ts'
import { uploadNotifications } from './upload-notifications.ts'

const success = 'Archivo subido exitosamente'

test.each<[string, Partial<UserFile>, string[]]>([
  ['an everyday file', {}, []],
  [
    'a damaged one',
    { rewritten: 'normalised' },
    ['El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'],
  ],
  [
    'a cleaned one',
    { rewritten: 'cleaned' },
    ['Quitamos el contenido señalado; el texto y las imágenes quedan igual. Tu archivo original se queda contigo.'],
  ],
  [
    'one that was opened',
    { rewritten: 'normalised', opened: true },
    [
      'Se firmará una copia sin protección: se abre sin contraseña. Guardamos el original, con su contraseña, y lo puedes descargar.',
    ],
  ],
  ['one with a signature', { foreign_signatures: 1 }, ['El documento ya trae 1 firma; se conserva intacta.']],
  [
    'one that several have signed',
    { foreign_signatures: 3 },
    ['El documento ya trae 3 firmas; se conservan intactas.'],
  ],
  [
    'one whose signature could not be confirmed',
    { foreign_signatures: 1, signatures_doubted: true },
    [
      'El documento ya trae 1 firma y se conserva, pero no pudimos confirmar que valga: el archivo pudo cambiar después. Revísalo en «Verificar» antes de enviarlo.',
    ],
  ],
  [
    'one whose drawings some readers hide',
    { foreign_signatures: 1, drawings_hidden: true },
    [
      'El documento ya trae 1 firma; se conserva intacta.',
      'Este documento pide a cada lector que dibuje su formulario: algunos, como Evince u Okular, no mostrarán el dibujo de tu firma. La firma vale igual; para verla, abre el archivo con otro lector.',
    ],
  ],
  [
    'a document with a broken link',
    { broken_links: { count: 1, example: 'htpp://x.cr', page: 2 } },
    [
      'Un enlace de la página 2 no lleva a una página web ni a un correo: «htpp://x.cr». El documento se guardó tal como está; aquí esos enlaces no se abren.',
    ],
  ],
  [
    'one with several',
    { broken_links: { count: 12, example: 'anexo.pdf', page: null } },
    [
      '12 enlaces no llevan a una página web ni a un correo; por ejemplo, «anexo.pdf». El documento se guardó tal como está; aquí esos enlaces no se abren.',
    ],
  ],
])('notifications after the upload of %s', (_case, changes, notes) => {
  const said = uploadNotifications(documentWith(changes))
  expect(said.map(({ message }) => message)).toEqual([success, ...notes])
  expect(said.map(({ type }) => type)).toEqual(['success', ...notes.map(() => 'info')])
})
