export const fvaTexts = {
  introduction:
    'Firmas con GAUDI, en tu celular o en tu computadora con la tarjeta. Te damos un código para que lo escribas ahí.',
  simulator: 'Simulador: sin valor legal.',
  title: 'Escribe este código en GAUDI',
  help: 'GAUDI te pide el código y tu PIN. Cuando confirmes, esta página sigue sola.',
  letters: 'Letras',
  digits: 'Números',
  copy: 'Copiar código',
  copied: 'Copiado',
  notCopied: 'No se pudo copiar. Escríbelo a mano.',
  warning: 'Nadie puede pedirte este código: ni el Banco Central, ni este sitio, ni quien te envió el documento.',
  waiting: 'Esperando la respuesta…',
} as const
