import type { Size } from '../geometry/geometry.ts'

export const SIGNATURE_CANVAS: Size = { width: 500, height: 200 }
export const PEN_THICKNESS_MIN = 1
export const PEN_THICKNESS_MAX = 5
export const DEFAULT_PEN = { color: '#000000', thickness: 3 } as const

export const EXPORT_MAX_WIDTH_PX = 1000
/** Around the ink, in pixels of the drawing canvas. */
export const EXPORT_PADDING_PX = 4
export const TYPED_NAME_MAX_LENGTH = 60

export const savedTexts = {
  use: 'Usar mi firma guardada',
  useNamed: (name: string) => `Usar mi firma guardada «${name}»`,
  forget: (name: string) => `Eliminar la firma guardada «${name}»`,
  keep: 'Guardar esta firma para la próxima vez',
  full: (most: number) => `Ya tienes ${most} firmas guardadas. Elimina una para guardar otra.`,
} as const

export const dialogTexts = {
  title: 'Firma digital',
  empty: 'Por favor, crea tu firma primero',
  failed: 'Error al procesar la firma. Inténtalo de nuevo.',
  offline: 'Sin conexión. Tu firma queda guardada en esta página y la enviamos cuando vuelva tu internet.',
  signed: 'Documento firmado digitalmente con éxito',
  tampering: 'Cualquier cambio posterior al PDF es detectable',
  serverTime: 'Fecha y hora del servidor',
  standard: 'Estándar ETSI EN 319 142 (PAdES). No es una firma cualificada eIDAS.',
  format: (level: string) => `Formato PAdES (nivel ${level})`,
  olderFormat: 'Firma CMS en el PDF (ISO 32000), sin los atributos de PAdES',
  agents: {
    simulated: 'Simulado, modo de demostración: la identidad es la que se declaró.',
    firmador: 'Tarjeta de firma digital, con Firmador.',
    fva: 'Firma digital con GAUDI, por medio del Banco Central.',
    'fva-simulator': 'Simulador: sin valor legal.',
    'own-program': 'Con programa propio.',
  },
  proven: (identification: string) => `Identidad comprobada: ${identification}`,
  timestamp: (authority: string) => `Sello de tiempo de ${authority}`,
} as const
