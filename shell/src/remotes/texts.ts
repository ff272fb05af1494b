/** What a panel says of a remote that could not be loaded. */
export const UNREACHABLE = {
  title: 'No pudimos cargar esta parte de Trazo',
  text: 'Revisa tu conexión e inténtalo de nuevo. El resto del sitio sigue funcionando.',
}

/** What a panel says of a screen that threw. */
export const CRASHED = {
  title: 'Algo falló en esta pantalla',
  text: 'Tus documentos están a salvo. Inténtalo de nuevo; el resto del sitio sigue funcionando.',
}
