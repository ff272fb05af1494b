/** @jest-environment node */
import shortCss from './short-css.ts'

const shorten = (css: string): string => shortCss.call({ resourcePath: 'x.css' }, css)

test('shortCss removes comments and spaces, and keeps conditions and custom properties', () => {
  expect(shorten('/* why */\n@media (width >= 900px) {\n  #a {\n    --edge: 1.5rem;\n  }\n}\n')).toBe(
    '@media (width>=900px){#a{--edge:1.5rem}}',
  )
})

test('shortCss refuses what is no style sheet', () => {
  expect(() => shorten('} {')).toThrow()
})
