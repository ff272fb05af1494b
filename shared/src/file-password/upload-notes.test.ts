import type { UserFile } from '../contract/index.ts'
import { namedUploadNotes, uploadNotes } from './index.ts'

const plain = { rewritten: null, foreign_signatures: 0, original_filename: 'Anexo.pdf' }

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
])('notes after the upload of %s', (_case, changes, notes) => {
  const told = uploadNotes({ ...plain, ...changes })
  expect(told).toEqual(notes.map((message) => ({ type: 'info', message, duration: 10_000 })))
  expect(namedUploadNotes({ ...plain, ...changes }).map(({ message }) => message)).toEqual(
    notes.map((note) => `Anexo.pdf: ${note}`),
  )
})
