import { mountSigning } from 'shared/host/signing'

const element = document.getElementById('firma')
const state = document.getElementById('estado')
const texts = {
  ready: 'Ya puede firmar.',
  signed: '¡Gracias! El contrato está firmado.',
  declined: 'Rechazó el contrato.',
  error: 'La invitación no se puede abrir.',
}

// The portal's server knows both.
const { site, link } = element.dataset

try {
  await mountSigning({
    site,
    link,
    element,
    onEvent({ type }) {
      state.textContent = texts[type]
    },
  })
} catch (error) {
  // biome-ignore lint/suspicious/noConsole: the portal's team needs the reason
  console.error(error)
  state.textContent = 'No pudimos cargar la firma. Recargue la página.'
}
