import { TAP_MARK } from '../first-page-marks.ts'
import { signWords } from './sign-words.ts'

const ID = 'early-sign'

/** Answers a tap before the guest's screen is there, which then takes its place. */
export const addEarlyButton = (): void => {
  const button = document.createElement('button')
  button.id = ID
  button.textContent = signWords.sign
  button.onclick = () => {
    button.setAttribute('aria-busy', 'true')
    button.textContent = signWords.preparing
  }
  document.body.append(button)
  performance.mark(TAP_MARK)
}

export const removeEarlyButton = (): void => document.getElementById(ID)?.remove()

/** @returns the state of the button, which is removed; only the first caller gets it */
export const takeEarlyButton = () => {
  const button = document.getElementById(ID)
  const taken = { isPressed: button?.hasAttribute('aria-busy'), hasFocus: button?.matches(':focus') }
  button?.remove()
  return taken
}
