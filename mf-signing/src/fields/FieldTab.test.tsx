import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField } from '../testing/wire.ts'
import { FieldTab } from './FieldTab.tsx'
import { fieldFromServer, temporaryField } from './field-lifecycle.ts'
import type { FractionRect, PageFrame } from './geometry.ts'
import { toCanvas } from './geometry.ts'

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
  const onPlaced = jest.fn<void, [FractionRect]>()
  const onRemove = jest.fn()
  const onOpen = jest.fn()
  renderInShell(<FieldTab field={temporary} frame={frame} selected {...{ onPlaced, onRemove, onOpen }} {...props} />)
  const placed = () => onPlaced.mock.calls.map(([rect]) => toCanvas(rect, frame.size))
  return { onPlaced, onRemove, onOpen, placed, user: userEvent.setup() }
}
const tab = () => screen.getByRole('button', { name: /Ana.*(sin guardar|por firmar|firmado)$/, pressed: true })
const drag = (target: Element, dx: number, dy: number) => {
  fireEvent.pointerDown(target, { button: 0, clientX: 0, clientY: 0, pointerId: 1 })
  fireEvent.pointerMove(target, { clientX: dx / 2, clientY: dy / 2, pointerId: 1 })
  fireEvent.pointerMove(target, { clientX: dx, clientY: dy, pointerId: 1 })
  fireEvent.pointerUp(target, { clientX: dx, clientY: dy, pointerId: 1 })
}
const handle = (name: string) => {
  const found = document.querySelector(`[data-handle="${name}"]`)
  if (!found) throw new Error(`no handle ${name}`)
  return found
}

test('a temporary field is dragged in canvas pixels whatever the zoom, and told once', () => {
  const { placed } = show()
  drag(tab(), 50, 20)
  expect(placed()).toHaveLength(1)
  expect(placed()[0]?.x).toBeCloseTo(160, 6)
  expect(placed()[0]?.y).toBeCloseTo(120, 6)
})

test('a drag ends at the edge of the page', () => {
  const { placed } = show()
  drag(tab(), 5000, 5000)
  expect(placed()[0]).toMatchObject({ x: 300, y: 720 })
})

test('a click is no drag', () => {
  const { onPlaced } = show()
  drag(tab(), 1, 1)
  expect(onPlaced).not.toHaveBeenCalled()
})

test('a handle resizes, not below 50 × 30', () => {
  const { placed } = show()
  drag(handle('se'), -1000, -1000)
  expect(placed()[0]?.width).toBeCloseTo(50, 6)
  expect(placed()[0]?.height).toBeCloseTo(30, 6)
})

test('there are eight handles', () => {
  show()
  expect([...document.querySelectorAll('[data-handle]')].map((found) => found.getAttribute('data-handle'))).toEqual(
    expect.arrayContaining(['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']),
  )
})

test('arrows move, Shift and arrows resize, Delete removes', async () => {
  const { placed, onRemove, user } = show()
  tab().focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Delete}')
  expect(placed()[0]?.x).toBeCloseTo(65, 6)
  expect(placed()[1]?.height).toBeCloseTo(85, 6)
  expect(onRemove).toHaveBeenCalledTimes(1)
})

test('a saved field neither moves nor resizes; a double click or Enter opens it', async () => {
  const { onPlaced, onOpen, user } = show({ field: saved })
  drag(tab(), 50, 50)
  tab().focus()
  await user.keyboard('{ArrowRight}{Enter}')
  await user.dblClick(tab())
  expect(onPlaced).not.toHaveBeenCalled()
  expect(onOpen).toHaveBeenCalledTimes(2)
  expect(document.querySelector('[data-handle]')).toBeNull()
})

test('a signed field says so', () => {
  show({ field: fieldFromServer(storedField({ is_signed: true, signer_name: 'Ana' })) })
  expect(screen.getByText('Firmado')).toBeVisible()
})
