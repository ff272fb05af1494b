import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"]'

export const toastsOf = (page: Page) => page.locator('.Toastify__toast:not(.toast-exit)')

const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate((controls) => {
    const toaster = document.querySelector('.toaster')
    const toasts = [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll(controls)]
      .filter((control) => !toaster?.contains(control) && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return toasts.some(
          (toast) => toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom,
        )
      })
      .map((control) => control.outerHTML.slice(0, 120))
  }, CONTROLS)

export const expectFreeToast = async (page: Page, message: string): Promise<void> => {
  await expect(toastsOf(page).filter({ hasText: message })).toBeVisible()
  await expect.poll(() => coveredControls(page)).toEqual([])
}
