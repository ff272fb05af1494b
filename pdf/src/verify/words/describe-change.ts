import type { ChangeKind, DocumentChange } from '../changes.ts'
import type { SignatureReport } from '../report.ts'

const quoted = (text: string | undefined): string => (text === undefined ? '' : ` «${text}»`)

/** Field name → signer's name, from the certificate. */
export type SignersByField = ReadonlyMap<string, string>

const signerOf = ({ field }: DocumentChange, signers: SignersByField): string | undefined =>
  field === undefined ? undefined : signers.get(field)

const changes: Readonly<Record<ChangeKind, (where: DocumentChange, signers: SignersByField) => string>> = {
  'signature-added': (where, signers) => {
    const signer = signerOf(where, signers)
    return signer === undefined ? `Se firmó el campo preparado${quoted(where.field)}` : `Firmó ${signer}`
  },
  'signature-field-added': (where, signers) => {
    const signer = signerOf(where, signers)
    return signer === undefined
      ? `Se agregó una firma en un campo nuevo${quoted(where.field)}, cuyo dibujo puede tapar contenido`
      : `Firmó ${signer} en un campo nuevo, cuyo dibujo puede tapar contenido`
  },
  'drawing-added': ({ field }) => `Se agregó un dibujo en el campo nuevo${quoted(field)}, que puede tapar contenido`,
  'time-stamp-added': () => 'Se agregó un sello de tiempo al documento',
  'validation-data': () => 'Se guardaron datos para comprobar las firmas a largo plazo',
  metadata: () => 'Se actualizaron las fechas del archivo',
  'field-filled': ({ field }) => `Se llenó el campo${quoted(field)} del formulario`,
  'own-field-filled': ({ field }) => `Quien firmó llenó su campo${quoted(field)} del formulario`,
  'document-info': () => 'Cambiaron las propiedades del documento (título, autor…)',
  'form-settings': () => 'Se agregaron recursos para el formulario',
  'unused-objects': () => 'Se agregaron datos que nada del documento usa',
  'page-content': () => 'Cambió lo que muestra la página',
  'page-resources': () => 'Cambiaron letras o imágenes de la página',
  'page-geometry': () => 'Cambió el tamaño, el recorte o el giro de la página',
  'page-changed': () => 'Cambió la página',
  'pages-added': ({ detail }) => `Se agregaron páginas${detail === undefined ? '' : ` (${detail})`}`,
  'pages-removed': ({ detail }) => `Se quitaron páginas${detail === undefined ? '' : ` (${detail})`}`,
  'pages-reordered': () => 'Cambió el orden de las páginas',
  'annotation-added': () => 'Se agregó una anotación',
  'annotation-changed': () => 'Cambió una anotación',
  'annotation-removed': () => 'Se quitó una anotación',
  'annotations-reordered': () => 'Cambió el orden de las anotaciones: unas pueden tapar a otras',
  action: () => 'Se agregó o cambió una acción que el documento ejecuta',
  attachment: () => 'Se adjuntó o cambió un archivo',
  font: () => 'Cambió un tipo de letra: el texto puede leerse distinto',
  image: () => 'Cambió una imagen',
  'signed-field-changed': ({ field }) => `Cambió el campo${quoted(field)}, que ya estaba firmado`,
  'appearance-swapped': ({ field }) => `Cambió la imagen del campo${quoted(field)}`,
  'field-added': ({ field }) => `Se agregó el campo${quoted(field)}`,
  'field-changed': ({ field }) => `Cambió el campo${quoted(field)}`,
  'field-removed': ({ field }) => `Se quitó el campo${quoted(field)}`,
  'form-changed': () => 'Cambió el formulario',
  'shared-object': () => 'Lo que cambió se usa también en otra parte del documento',
  'missing-object': () => 'Apareció algo que lo firmado ya nombraba y que faltaba',
  catalog: ({ detail }) => `Cambió la estructura del documento${quoted(detail)}`,
  trailer: ({ detail }) => `El índice del archivo tiene una entrada desconocida${quoted(detail)}`,
  'cross-reference': () => 'El índice del archivo no continúa el que se firmó',
  'unknown-object': ({ detail }) => `Cambió algo cuyo sentido no se conoce (objeto ${detail ?? '?'})`,
  'not-permitted': ({ detail, field }) => `Se hizo un cambio que la firma no permite${quoted(field ?? detail)}`,
  'trailing-bytes': () => 'Hay datos después del final del documento',
  'file-structure': () => 'El archivo tiene partes que no todos los lectores entienden igual',
  unreadable: () => 'No se puede leer la versión que se firmó',
}

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`

function describePlace({ page, rect }: DocumentChange): string {
  if (page === undefined) return ''
  if (rect === undefined) return ` (página ${page})`
  const size = `${percent(rect.width)} del ancho y ${percent(rect.height)} del alto`
  const corner = `a ${percent(rect.x)} de la izquierda y ${percent(rect.y)} de arriba`
  return ` (página ${page}: ocupa ${size}, ${corner})`
}

/** A sentence without its full stop. */
export const describeChange = (change: DocumentChange, signers: SignersByField = new Map()): string =>
  `${changes[change.kind](change, signers)}${describePlace(change)}`

export const signersByField = (signatures: readonly SignatureReport[]): SignersByField =>
  new Map(
    signatures.flatMap(({ kind, field, certificate }): [string, string][] =>
      kind === 'signature' && certificate !== undefined ? [[field, certificate.name]] : [],
    ),
  )
