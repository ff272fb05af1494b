/** @jest-environment jsdom */
import { raiseAboveModals } from './raise-above-modals.ts'

/** jsdom has neither popovers nor `:modal`. */
const topLayer = (modal: boolean) => {
  let open = false
  const toaster = document.createElement('div')
  const showPopover = jest.fn(() => {
    open = true
  })
  const hidePopover = jest.fn(() => {
    open = false
  })
  Object.assign(toaster, { showPopover, hidePopover, matches: () => open })
  const state = { modal }
  jest.spyOn(document, 'querySelector').mockImplementation(() => (state.modal ? document.body : null))
  return { toaster, showPopover, hidePopover, state, isOpen: () => open }
}

afterEach(() => jest.restoreAllMocks())

test('the toasts are not raised when no modal dialog is open', () => {
  const { toaster, showPopover } = topLayer(false)
  raiseAboveModals(toaster)
  expect(showPopover).not.toHaveBeenCalled()
})

test('each call raises the toasts above the newest dialog, until no modal dialog is open', () => {
  const { toaster, showPopover, hidePopover, state, isOpen } = topLayer(true)
  raiseAboveModals(toaster)
  raiseAboveModals(toaster)
  expect([showPopover.mock.calls.length, hidePopover.mock.calls.length]).toEqual([2, 1])
  expect(isOpen()).toBe(true)
  state.modal = false
  raiseAboveModals(toaster)
  expect(isOpen()).toBe(false)
})
