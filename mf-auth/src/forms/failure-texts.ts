/** Texts for failures without a reason (specification, section 8). */
export interface FailureTexts {
  readonly refused: string
  readonly failed: string
  /** Of a bug of ours, where the specification has its own text. */
  readonly unexpected?: string
}

const always = (text: string): FailureTexts => ({ refused: text, failed: text })

export const failureTexts = {
  login: {
    refused: 'No se pudo iniciar sesión. Verifica tus credenciales.',
    failed: 'Error al iniciar sesión',
    unexpected: 'Error en el inicio de sesión',
  },
  register: {
    refused: 'No se pudo crear la cuenta. Por favor, intenta de nuevo.',
    failed: 'Error al registrarse',
    unexpected: 'Error al crear la cuenta',
  },
  forgotPassword: {
    refused: 'Error al enviar el código de verificación',
    failed: 'Error al solicitar el restablecimiento de contraseña',
    unexpected: 'Error al enviar el código de verificación',
  },
  resetPassword: {
    refused: 'No se pudo restablecer la contraseña. Verifica el código e intenta de nuevo.',
    failed: 'Error al restablecer la contraseña',
    unexpected: 'Error al actualizar la contraseña',
  },
  profile: {
    refused: 'No se pudo actualizar el perfil',
    failed: 'Error al actualizar el perfil',
    unexpected: 'Error al actualizar el perfil',
  },
  security: {
    refused: 'No se pudo hacer el cambio. Intenta de nuevo.',
    failed: 'No se pudo hacer el cambio. Intenta de nuevo en unos minutos.',
  },
  emailLink: always('No se pudo abrir el enlace. Intenta de nuevo.'),
  addresses: always('No se pudieron cargar tus direcciones'),
  signerLink: always('No se pudo abrir tu enlace. Recarga la página.'),
  securityPanel: always('No se pudo cargar la seguridad de tu cuenta'),
  programs: always('No se pudieron cargar tus programas'),
  deliveries: always('No se pudo cargar el registro de avisos'),
  delivery: always('No se pudo cargar este aviso'),
  contacts: always('No se pudieron cargar tus contactos'),
  importContacts: always('No se pudo importar el archivo. Intenta de nuevo.'),
  archive: always('No se pudieron descargar tus datos. Intenta de nuevo.'),
} as const satisfies Readonly<Record<string, FailureTexts>>
