import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { settle } from 'shared/testing'
import { drawStroke } from './draw-stroke.ts'
import { button, type GuestPageOptions, openGuestPage } from './open-guest-page.tsx'

export const dialog = (name: string): HTMLElement => screen.getByRole('dialog', { name })

/** Needs Jest's fake timers. */
export const begin = async (options: GuestPageOptions = {}) => {
  const page = openGuestPage({ ...options, advanceTimers: settle })
  // The document opens; the signing chunk loads when idle.
  await settle(500)
  await page.user.click(button('Agregar Firma Digital'))
  await settle()
  return page
}
export const toIdentification = async (user: UserEvent) => {
  await user.click(button('Continuar'))
  drawStroke()
  await user.click(button('Continuar'))
}
export const identify = async (user: UserEvent, digits = '102340567') => {
  await user.type(screen.getByLabelText(/^Número de/), digits)
  const name = screen.queryByLabelText<HTMLInputElement>('Nombre')
  if (name?.value === '') await user.type(name, 'Eva Rojas')
  await user.click(button('Autenticar'))
}
export const signThrough = async (user: UserEvent) => {
  await toIdentification(user)
  await identify(user)
  await settle(1200 + 5000 + 2000)
}
