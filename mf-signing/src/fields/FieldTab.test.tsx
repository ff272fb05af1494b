import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import type { FractionRect, PageFrame } from '../geometry/geometry.ts'
import { toCanvas } from '../geometry/geometry.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField } from '../testing/wire.ts'
import { FieldTab } from './FieldTab.tsx'
import { fieldFromServer } from './field-lifecycle.ts'
import { temporaryField } from './new-field.ts'

stubDom()

const frame: PageFrame = { number: 1, size: { width: 600, height: 800 }, zoom: 0.5 }
const temporary = temporaryField(
  {
    type: 'signature',
    label: 'Firma de Terceros',
    signerName: 'Ana',
    signerEmail: 'ana@example.com',
    page: 1,
    rect: { x: 0.1, y: 0.1, width: 0.5, height: 0.1 },
  },
  { now: () => 0, random: () => 0 },
)
const saved = fieldFromServer(storedField({ signer_name: 'Ana' }))

const show = (props: Partial<Parameters<typeof FieldTab>[0]> = {}) => {
  const onPlaced = jest.fn<void, [FractionRect, string, string]>()
  const spies = {
    onRemove: jest.fn(),
    onOpen: jest.fn(),
    onDeselect: jest.fn(),
    onAnnounce: jest.fn(),
  }
  renderInShell(<FieldTab field={temporary} frame={frame} selected {...spies} onPlaced={onPlaced} {...props} />)
  const placed = () => onPlaced.mock.calls.map(([rect]) => toCanvas(rect, frame.size))
  return { onPlaced, ...spies, placed, user: userEvent.setup() }
}
const tab = () => screen.getByRole('button', { name: /Ana.*(sin guardar|por firmar|firmado)$/, pressed: true })
const pointer = { button: 0, pointerId: 1, isPrimary: true }
const move = (target: Element, x: number, y: number, init: PointerEventInit = {}) =>
  fireEvent.pointerMove(target, { ...pointer, clientX: x, clientY: y, ...init })
const hold = (target: Element, dx: number, dy: number, init: PointerEventInit = {}) => {
  fireEvent.pointerDown(target, { ...pointer, clientX: 0, clientY: 0 })
  move(target, dx / 2, dy / 2, init)
  move(target, dx, dy, init)
}
const drag = (target: Element, dx: number, dy: number, init: PointerEventInit = {}) => {
  hold(target, dx, dy, init)
  fireEvent.pointerUp(target, { ...pointer, clientX: dx, clientY: dy, ...init })
}
const handle = (name: string) => {
  const found = document.querySelector(`[data-handle="${name}"]`)
  if (!found) throw new Error(`no handle ${name}`)
  return found
}
const guides = () => document.querySelectorAll('[data-guide]')

test('dragging a temporary field moves it in canvas pixels at any zoom and reports the position once', () => {
  const { onPlaced, placed } = show()
  drag(tab(), 25, 20)
  expect(placed()).toHaveLength(1)
  expect(placed()[0]?.x).toBeCloseTo(110, 6)
  expect(placed()[0]?.y).toBeCloseTo(120, 6)
  expect(onPlaced.mock.calls[0]?.slice(1)).toEqual(['moved', 'pointer'])
})

test('a drag ends at the edge of the page', () => {
  const { placed } = show()
  drag(tab(), 5000, 5000)
  expect(placed()[0]).toMatchObject({ x: 300, y: 720 })
})

test('a click without movement does not move the field', () => {
  const { onPlaced } = show()
  drag(tab(), 1, 1)
  expect(onPlaced).not.toHaveBeenCalled()
})

test('a second finger does not drag the field', () => {
  const { onPlaced } = show()
  fireEvent.pointerDown(tab(), { ...pointer, pointerId: 2, isPrimary: false, clientX: 0, clientY: 0 })
  move(tab(), 50, 50, { pointerId: 2 })
  fireEvent.pointerUp(tab(), { ...pointer, pointerId: 2 })
  expect(onPlaced).not.toHaveBeenCalled()
})

test('Escape cancels a drag and keeps the old position and the selection', async () => {
  const { onPlaced, onDeselect, user } = show()
  hold(tab(), 50, 50)
  await user.keyboard('{Escape}')
  fireEvent.pointerUp(tab(), pointer)
  expect(onPlaced).not.toHaveBeenCalled()
  expect(onDeselect).not.toHaveBeenCalled()
})

test('a handle resizes the field to no less than 50 × 30', () => {
  const { onPlaced, placed } = show()
  drag(handle('se'), -1000, -1000)
  expect(placed()[0]?.width).toBeCloseTo(50, 6)
  expect(placed()[0]?.height).toBeCloseTo(30, 6)
  expect(onPlaced.mock.calls[0]?.slice(1)).toEqual(['resized', 'pointer'])
})

test('the selected field has eight handles', () => {
  show()
  const names = [...document.querySelectorAll('[data-handle]')].map((found) => found.getAttribute('data-handle'))
  expect(names).toEqual(['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'])
})

test('a field dragged near the page centre snaps to it and shows a guide; with Alt it does not snap', () => {
  const { placed } = show()
  hold(tab(), 43, 200)
  expect(guides()).toHaveLength(1)
  fireEvent.pointerUp(tab(), pointer)
  expect(guides()).toHaveLength(0)
  expect(placed()[0]?.x).toBeCloseTo(150, 6)
  drag(tab(), 43, 200, { altKey: true })
  expect(placed()[1]?.x).toBeCloseTo(146, 6)
})

test('a field snaps to the edges of other fields when it is moved and when it is resized', () => {
  const { placed } = show({ others: [{ x: 0.2, y: 0.5, width: 0.5, height: 0.1 }] })
  drag(tab(), 28, 20)
  expect(placed()[0]?.x).toBeCloseTo(120, 6)
  drag(handle('e'), 28, 0)
  expect(placed()[1]?.width).toBeCloseTo(360, 6)
})

test('arrow keys move, Shift and arrows resize, Alt makes small steps; the field announces each change', async () => {
  const { onPlaced, onAnnounce, placed, user } = show()
  tab().focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowLeft}{/Alt}')
  expect(placed()[0]?.x).toBeCloseTo(65, 6)
  expect(placed()[1]?.height).toBeCloseTo(85, 6)
  expect(placed()[2]?.x).toBeCloseTo(59, 6)
  expect(onPlaced.mock.calls.map(([, kind, by]) => [kind, by])).toEqual([
    ['moved', 'keyboard'],
    ['resized', 'keyboard'],
    ['moved', 'keyboard'],
  ])
  expect(onAnnounce.mock.calls.flat()).toEqual([
    'Campo de Ana: 11 % desde la izquierda, 10 % desde arriba',
    'Campo de Ana: 50 % de ancho, 11 % de alto',
    'Campo de Ana: 10 % desde la izquierda, 10 % desde arriba',
  ])
})

test('an arrow key stops at a guide, shows and announces it; with Alt the field moves without a guide', async () => {
  const { placed, onAnnounce, user } = show({ others: [{ x: 0.105, y: 0.5, width: 0.3, height: 0.1 }] })
  tab().focus()
  await user.keyboard('{ArrowRight}')
  expect(placed()[0]?.x).toBeCloseTo(63, 6)
  expect(guides()).toHaveLength(1)
  expect(onAnnounce).toHaveBeenLastCalledWith(expect.stringMatching(/, alineado con otro campo$/))
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(placed()[1]?.x).toBeCloseTo(61, 6)
  expect(guides()).toHaveLength(0)
})

test('Delete and Backspace remove the field, Escape deselects it', async () => {
  const { onRemove, onDeselect, user } = show()
  tab().focus()
  await user.keyboard('{Delete}{Backspace}{Escape}')
  expect(onRemove).toHaveBeenCalledTimes(2)
  expect(onDeselect).toHaveBeenCalledTimes(1)
})

test('a field without a place to report to neither moves nor resizes; a double click or Enter opens it', async () => {
  const { onOpen, user } = show({ field: saved, onPlaced: undefined })
  const before = tab().parentElement?.style.cssText
  drag(tab(), 50, 50)
  tab().focus()
  await user.keyboard('{ArrowRight}{Enter}')
  await user.dblClick(tab())
  expect(tab().parentElement?.style.cssText).toBe(before)
  expect(onOpen).toHaveBeenCalledTimes(2)
  expect(document.querySelector('[data-handle]')).toBeNull()
})

test('the selected field shows its tools, except during a drag', () => {
  show({ tools: <button type="button">Repetir</button> })
  expect(screen.getByText('Repetir')).toBeVisible()
  hold(tab(), 50, 50)
  expect(screen.queryByText('Repetir')).toBeNull()
})

test('a field that was just placed has the focus', () => {
  show({ focused: true })
  expect(tab()).toHaveFocus()
})

test('a signed field shows «Firmado»', () => {
  show({ field: fieldFromServer(storedField({ is_signed: true, signer_name: 'Ana' })) })
  expect(screen.getByText('Firmado')).toBeVisible()
})
