export const guestSteps = [
  { title: 'Revisa el documento', text: 'Léelo completo. Puedes acercar y pasar de página.' },
  { title: 'Agrega tu firma', text: 'Presiona el botón y mira dónde va tu campo de firma.' },
  { title: 'Completa el proceso', text: 'Firma y recibe el documento firmado en tu correo.' },
] as const
