import type { FindingCode } from 'pdf/screen'
import { EXPORT_AGAIN } from '../documents/file-refusal.ts'

/** `found` ends before the place; `why` states the risk. */
export interface FindingText {
  readonly title: string
  readonly found: string
  readonly why: string
  readonly suggestion: string
}

const PRINT_AGAIN =
  'Abre el PDF, usa «Imprimir» → «Guardar como PDF» para obtener una copia sin contenido activo y súbela.'
const ASK_SENDER = 'Si te lo envió otra persona, confirma con ella que el archivo es auténtico antes de abrirlo.'

/** Reading errors use the texts of `documents/file-refusal.ts`. */
export type ExplainedCode = Exclude<
  FindingCode,
  'PDF_NOT_A_PDF' | 'PDF_ENCRYPTED' | 'PDF_PASSWORD_WRONG' | 'PDF_RESTRICTED' | 'PDF_CORRUPT' | 'PDF_TOO_COMPLEX'
>

/** Spanish, one for each code; the compiler requires all of them. */
export const findingTexts: Record<ExplainedCode, FindingText> = {
  PDF_MALICIOUS_JAVASCRIPT: {
    title: 'El PDF contiene código JavaScript',
    found: 'El documento trae programas en JavaScript',
    why: 'Ese código puede cambiar lo que se ve después de firmar o enviar datos sin avisar.',
    suggestion: `${PRINT_AGAIN} Los formularios con cálculos o validaciones propias también lo traen: la copia impresa conserva lo escrito.`,
  },
  PDF_MALICIOUS_LAUNCH: {
    title: 'El PDF intenta abrir programas',
    found: 'El documento trae una orden para abrir un programa o un archivo de la computadora',
    why: 'Así se instalan virus: quien firma podría ejecutarlo con un solo clic.',
    suggestion: `${ASK_SENDER} ${PRINT_AGAIN}`,
  },
  PDF_MALICIOUS_IMPORTDATA: {
    title: 'El PDF importa datos de otros archivos',
    found: 'El documento trae una orden para llenarse con datos de un archivo externo',
    why: 'Lo que se ve al firmar podría ser distinto de lo que se ve después.',
    suggestion: PRINT_AGAIN,
  },
  PDF_MALICIOUS_SUBMITFORM: {
    title: 'El PDF envía datos por internet',
    found: 'El documento trae un formulario que envía lo escrito a una dirección de internet',
    why: 'Los datos de quien firma podrían llegar a un tercero sin que lo note.',
    suggestion: PRINT_AGAIN,
  },
  PDF_MALICIOUS_REMOTE_GOTO: {
    title: 'El PDF abre otros documentos',
    found: 'El documento trae enlaces que abren otro archivo',
    why: 'Quien firma podría terminar leyendo un documento distinto del que firma.',
    suggestion: `${PRINT_AGAIN} Si el otro archivo hace falta, súbelo aparte.`,
  },
  PDF_MALICIOUS_REMOTE_FILE: {
    title: 'El PDF usa archivos de la red',
    found: 'El documento hace referencia a un archivo que está en internet o en una red',
    why: 'Al abrirlo se revela quién lo lee, y su contenido puede cambiar después de firmar.',
    suggestion: PRINT_AGAIN,
  },
  PDF_MALICIOUS_URI: {
    title: 'El PDF tiene un enlace peligroso',
    found: 'El documento tiene un enlace que no lleva a una página web ni a un correo',
    why: 'Ese tipo de enlace puede ejecutar código o abrir archivos de la computadora.',
    suggestion: `Quita el enlace en el programa con que hiciste el documento y expórtalo otra vez. ${ASK_SENDER}`,
  },
  PDF_INJECTION_FONT: {
    title: 'El PDF tiene una tipografía manipulada',
    found: 'Una tipografía del documento esconde código',
    why: 'Ese código se ejecuta al mostrar la página en lectores vulnerables.',
    suggestion: `${ASK_SENDER} Vuelve a exportar el documento desde su programa original.`,
  },
  PDF_INJECTION_METADATA: {
    title: 'Las propiedades del PDF esconden código',
    found: 'El título, el autor u otra propiedad del documento contiene código',
    why: 'Ese código podría ejecutarse donde se muestren los datos del documento.',
    suggestion: 'Corrige las propiedades (título, autor, palabras clave) en el programa original y expórtalo otra vez.',
  },
  PDF_INJECTION_TEXT: {
    title: 'Un texto del PDF esconde código',
    found: 'Un campo o una nota del documento contiene código',
    why: 'Ese código podría ejecutarse en el lector de quien firma.',
    suggestion: PRINT_AGAIN,
  },
  PDF_INJECTION_FUNCTION: {
    title: 'Un cálculo del PDF esconde código',
    found: 'Un cálculo de colores del documento contiene algo que no es un cálculo',
    why: 'Ese código se ejecuta al mostrar la página en lectores vulnerables.',
    suggestion: `${ASK_SENDER} ${EXPORT_AGAIN}`,
  },
  PDF_POLYGLOT: {
    title: 'El archivo es un PDF y algo más',
    found: 'El archivo también se puede abrir como otro tipo de archivo',
    why: 'Según con qué se abra muestra contenidos distintos, y no se sabría qué se firmó.',
    suggestion: EXPORT_AGAIN,
  },
  PDF_XFA: {
    title: 'El PDF trae un formulario XFA',
    found: 'El documento trae un formulario XFA, que es un segundo documento dentro del PDF',
    why: 'Cada lector muestra un contenido distinto, así que no se sabría qué se firmó.',
    suggestion: 'Ábrelo en Adobe Reader, llénalo, usa «Imprimir» → «Guardar como PDF» y sube esa copia.',
  },
  PDF_EXTERNAL_STREAM: {
    title: 'El PDF está incompleto',
    found: 'Una parte del contenido está en otro archivo, fuera del documento',
    why: 'Ese contenido puede cambiar después de firmar.',
    suggestion: EXPORT_AGAIN,
  },
  PDF_ACTIVE_MEDIA: {
    title: 'El PDF contiene video, audio o 3D',
    found: 'El documento contiene contenido multimedia',
    why: 'Se reproduce con programas aparte, puede ejecutar código y una firma no cubre lo que muestra.',
    suggestion: PRINT_AGAIN,
  },
  PDF_AUTO_ACTION: {
    title: 'El PDF hace algo por sí solo',
    found: 'El documento trae acciones que se ejecutan solas, por ejemplo al abrirlo o al cambiar de página',
    why: 'Quien firma no sabría qué se ejecutó.',
    suggestion: PRINT_AGAIN,
  },
  PDF_PORTFOLIO: {
    title: 'El PDF es una carpeta de archivos',
    found: 'El documento es una cartera (portafolio) que lleva otros archivos adentro',
    why: 'La firma quedaría en la portada, y no en los archivos que importan.',
    suggestion: 'Extrae los archivos de la cartera y sube cada uno por separado.',
  },
  PDF_MALICIOUS_EMBEDDED_FILE: {
    title: 'El PDF lleva archivos adjuntos',
    found: 'El documento lleva otro archivo adentro',
    why: 'Quien firma no ve ese archivo, y podría ser un programa dañino.',
    suggestion: `Quita los adjuntos en tu lector de PDF y súbelo otra vez. ${PRINT_AGAIN}`,
  },
  PDF_HEAVY_ANNOTATIONS: {
    title: 'Una página tiene demasiadas anotaciones',
    found: 'Una página lleva más anotaciones, o más grandes, de las que un lector puede mostrar',
    why: 'Quien abra el documento esperaría mucho para leer esa página: borra las que sobren.',
    suggestion:
      'Borra las anotaciones que sobren. O abre el PDF, usa «Imprimir» → «Guardar como PDF», que las hace parte de la página, y sube esa copia.',
  },
  PDF_BOMB: {
    title: 'El PDF se expande demasiado',
    found: 'Una parte del documento ocupa muchísimo más al abrirla que en el archivo',
    why: 'Un archivo así puede bloquear el dispositivo de quien lo abre.',
    suggestion: EXPORT_AGAIN,
  },
}
