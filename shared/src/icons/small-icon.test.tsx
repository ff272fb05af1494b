import { render } from '@testing-library/react'
import { createLucideIcon, type LucideProps } from 'lucide-react'
import createSmallIcon from './small-icon.ts'

const node = [
  ['circle', { cx: '12', cy: '12', r: '10', key: 'a' }],
  ['path', { d: 'M12 8v4', key: 'b' }],
] as const
const data = { name: 'circle-alert', aliases: ['alert'], size: 24, node }

/** Every element with its attributes. */
const outlineOf = (icon: React.ReactElement) => {
  const { container, unmount } = render(icon)
  const elements = [...container.querySelectorAll('*')].map(({ tagName, attributes, textContent }) => ({
    tagName,
    textContent,
    attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
  }))
  unmount()
  return elements
}

const Original = createLucideIcon(
  'circle-alert',
  node.map(([tag, attributes]) => [tag, attributes]),
  ['alert'],
)
const Small = createSmallIcon(data)

test.each<[string, LucideProps]>([
  ['no properties', {}],
  ['a class', { className: 'wide' }],
  ['a size', { size: 16 }],
  ['a colour and a stroke', { color: 'red', strokeWidth: 1 }],
  ['a label', { 'aria-label': 'Aviso' }],
  ['a title', { children: <title>Aviso</title> }],
  ['further attributes', { id: 'a', 'aria-hidden': undefined, role: 'img', viewBox: '0 0 12 12' }],
])('with %s, a small icon is what the library renders', (_name, props) => {
  expect(outlineOf(<Small {...props} />)).toEqual(outlineOf(<Original {...props} />))
})

test('a small icon passes its reference on', () => {
  const ref = jest.fn()
  render(<Small ref={ref} />)
  expect(ref).toHaveBeenCalledWith(expect.any(SVGSVGElement))
})
